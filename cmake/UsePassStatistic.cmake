# UsePassStatistic.cmake - writes the generated classes of passes, INPUT, to OUTPUT
# with weft::PassStatistic in place of MLIR's class; see weft_add_passes.
file(READ ${INPUT} text)
string(REPLACE "::mlir::Pass::Statistic" "::weft::PassStatistic" text "${text}")
file(WRITE ${OUTPUT} "${text}")

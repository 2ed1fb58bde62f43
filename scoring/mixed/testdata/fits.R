# Makes fits.csv, the reference of the tests: Rscript fits.R > fits.csv
# (R 4.2.2, lme4 1.1-31, nloptr's BOBYQA with tighter tolerances than its defaults).
suppressMessages(library(lme4))
wide <- read.csv(gzfile("alignment.csv.gz"), check.names = FALSE)
long <- do.call(rbind, lapply(names(wide)[-1], function(run) data.frame(
  id = wide$id, delta = wide[[run]], model = sub("-[a-z]*$", "", run), method = sub(".*-", "", run))))
long$size <- ifelse(long$model %in% c("bilstm", "transformer"), "large", "small")
for (name in c("model", "method", "size"))
  long[[name]] <- factor(long[[name]], levels = sort(unique(long[[name]]), method = "radix"))
long$ig <- as.numeric(long$method == "ig")
exact <- lmerControl(optCtrl = list(xtol_abs = 1e-12, xtol_rel = 1e-12, ftol_abs = 1e-14, ftol_rel = 1e-14, maxeval = 1e5))
show <- function(formula, data) {
  fit <- suppressMessages(lmer(formula, data, control = exact))
  out <- function(kind, name, value, error = 0) cat(deparse(formula), kind, name, format(value, digits = 12), format(error, digits = 12), sep = ",")
  put <- function(...) { out(...); cat("\n") }
  put("rows", "", nobs(fit)); put("groups", "", ngrps(fit)); put("criterion", "", REMLcrit(fit)); put("singular", "", as.numeric(isSingular(fit)))
  fixed <- coef(summary(fit))
  for (i in seq_len(nrow(fixed))) put("fixed", rownames(fixed)[i], fixed[i, 1], fixed[i, 2])
  spread <- as.data.frame(VarCorr(fit))
  for (i in seq_len(nrow(spread))) put(if (is.na(spread$var2[i])) "sd" else "r", "", spread$sdcor[i])
}
cat("formula,kind,name,value,error\n")
show(delta ~ size * method + (size | id), long)
show(delta ~ model + (1 | id), long)
show(delta ~ ig + (ig | id), long[long$model == "bow", ])

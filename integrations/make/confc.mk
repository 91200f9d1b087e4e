# Rules for confc and GNU Make. `include confc.mk`, then `$(call …)` one of the functions below for each output.
# Names of files have neither spaces nor `$`.

# The program.
CONFC ?= confc
# The folder that `//` stands for in includes.
CONFC_ROOT ?= .

# $(call confc_declaration,OUTPUT.cm,MANIFEST,FLAGS)
confc_declaration = $(eval $(call confc_output,$1,$2,compile $2 --include-root $(CONFC_ROOT) $3))
# $(call confc_values,OUTPUT.cvf,DECLARATION,LAYERS,FLAGS)
confc_values = $(eval $(call confc_output,$1,$2 $3,values $2 $3 --include-root $(CONFC_ROOT) $4))
# $(call confc_client,OUTPUT,DECLARATION,TARGET,FLAGS), where TARGET is one of `confc generate --help`
confc_client = $(eval $(call confc_output,$1,$2,generate $3 $2 --include-root $(CONFC_ROOT) $4))
# $(call confc_runtime,OUTPUT,LANGUAGE,FLAGS), for clients with `--runtime`
confc_runtime = $(eval $(call confc_output,$1,,generate runtime $2 $3))
# $(call confc_verify,STAMP,DECLARATION,VALUE_FILES,FLAGS)
confc_verify = $(eval $(call confc_success,$1,$2 $3,verify $2 $3 --include-root $(CONFC_ROOT) $4))
# $(call confc_diff,STAMP,RELEASED,DECLARATION,FLAGS)
confc_diff = $(eval $(call confc_success,$1,$2 $3,diff $2 $3 --include-root $(CONFC_ROOT) $4))

# An output that would not change keeps its time, so that what depends on it is not built again. A stamp beside it says
# when confc ran, so that it does not run in every build.
define confc_output
$(if $(wildcard $1),,$(shell rm -f $1.stamp))
$1.stamp: $2
	@mkdir -p $$(@D)
	$$(CONFC) $3 -o $1 --depfile $$@.d --depfile-target $$@
	@touch $$@
$1: $1.stamp ;
-include $1.stamp.d
endef

define confc_success
$1: $2
	@mkdir -p $$(@D)
	$$(CONFC) $3 --stamp $$@ --depfile $$@.d
-include $1.d
endef

# A source that is gone has changed: confc reports which file still names it.
%.cml %.json5 %.json %.yaml %.yml %.toml: ;

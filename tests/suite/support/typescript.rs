//! The tools of TypeScript, from the folder of npm that `CONFC_TYPESCRIPT` names.

use super::command::Workspace;
use super::skip::{has_tool, needs};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The strictest settings with which a client compiles. They include only the library of the language.
const SETTINGS: &str = r#"{
  "compilerOptions": {
    "target": "es2020", "lib": ["es2020"], "module": "es2020", "moduleResolution": "bundler", "types": [],
    "strict": true, "noUncheckedIndexedAccess": true, "exactOptionalPropertyTypes": true,
    "isolatedDeclarations": true, "declaration": true, "verbatimModuleSyntax": true, "erasableSyntaxOnly": true,
    "noImplicitOverride": true, "noImplicitReturns": true, "noFallthroughCasesInSwitch": true,
    "noUnusedLocals": true, "noPropertyAccessFromIndexSignature": true, "noEmitOnError": true,
    "rootDir": "src", "outDir": "out"
  },
  "include": ["src"]
}
"#;

/// The arguments of the compiler.
const COMPILE: &[&str] = &["--project", "tsconfig.json"];

/// The compiler and the formatter.
pub(crate) struct TypeScriptTools(PathBuf);

impl TypeScriptTools {
    /// Finds the installed tools. Reports missing ones as [`needs`] does.
    pub(crate) fn find(test: &str) -> Option<Self> {
        if !has_tool(test, "node") {
            return None;
        }
        let folder =
            std::env::var_os("CONFC_TYPESCRIPT").map(|folder| Path::new(&folder).join("node_modules/.bin"));
        let folder = folder.filter(|folder| folder.join("tsc").exists() && folder.join("prettier").exists());
        if folder.is_none() {
            needs(test, "`CONFC_TYPESCRIPT`, a folder with the npm packages `typescript` and `prettier`");
        }
        folder.map(Self)
    }

    /// The path of a program.
    pub(crate) fn path(&self, program: &str) -> PathBuf {
        self.0.join(program)
    }

    /// Compiles the folder `src` to modules in `out`, with the strictest settings. Panics at any error.
    #[track_caller]
    pub(crate) fn compile(&self, folder: &Workspace) {
        folder.write("tsconfig.json", SETTINGS);
        folder.write("package.json", "{ \"type\": \"module\" }\n");
        self.run(folder, "tsc", COMPILE);
    }

    /// The errors in a folder that was compiled before. Panics if there are none.
    #[track_caller]
    pub(crate) fn refuse(&self, folder: &Workspace) -> String {
        let (succeeds, said) = self.output(folder, "tsc", COMPILE);
        assert!(!succeeds, "tsc finds nothing");
        said
    }

    /// Panics if the formatter would change these files, with the options that clients name.
    #[track_caller]
    pub(crate) fn check_format(&self, folder: &Workspace, files: &[&str]) {
        self.run(folder, "prettier", &[&["--print-width", "110", "--check"], files].concat());
    }

    #[track_caller]
    fn run(&self, folder: &Workspace, program: &str, arguments: &[&str]) {
        let (succeeds, said) = self.output(folder, program, arguments);
        assert!(succeeds, "{program}: {said}");
    }

    /// Whether a program succeeds, and its output.
    fn output(&self, folder: &Workspace, program: &str, arguments: &[&str]) -> (bool, String) {
        let output = Command::new(self.path(program)).args(arguments).current_dir(folder.folder()).output();
        let output = output.expect("the program starts");
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&said).into_owned())
    }
}

import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { findFaults, plant, type Fault } from "./find-faults";

/** The compiler as an editor has it, of these files and what they import. */
export class Compiler {
  private readonly planted = new Map<string, { version: number; text?: string }>();
  private readonly service: ts.LanguageService;

  constructor(
    private readonly root: string,
    files: readonly string[],
  ) {
    const config = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config.config, include: [], files: [] }, ts.sys, root);
    const textOf = (name: string) => this.planted.get(name)?.text ?? ts.sys.readFile(name);
    this.service = ts.createLanguageService({
      getCompilationSettings: () => ({ ...options, incremental: false, tsBuildInfoFile: undefined }),
      getScriptFileNames: () => files.map((file) => path.join(root, file)),
      getScriptVersion: (name) => String(this.planted.get(name)?.version ?? 0),
      getScriptSnapshot: (name) => {
        const text = textOf(name);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  /** What can be planted in a file. */
  findFaults(file: string): Fault[] {
    const program = this.service.getProgram()!;
    return findFaults(program.getSourceFile(path.join(this.root, file))!, program.getTypeChecker(), file);
  }

  /** The file's text with the fault, where the compiler does not notice it. */
  accepts(fault: Fault): string | undefined {
    const name = path.join(this.root, fault.file);
    const text = plant(readFileSync(name, "utf8"), fault);
    const { version = 0 } = this.planted.get(name) ?? {};
    this.planted.set(name, { version: version + 1, text });
    const faults = [...this.service.getSyntacticDiagnostics(name), ...this.service.getSemanticDiagnostics(name)];
    this.planted.set(name, { version: version + 2 });
    return faults.length === 0 ? text : undefined;
  }
}

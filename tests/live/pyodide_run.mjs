// Runs our wheel beside the real xlwings wheel in Pyodide, which is what xlwings Lite runs, without any network.
//
//   node pyodide_run.mjs FOLDER_OF_PYODIDE PROGRAM.py WHEEL... <INPUT >OUTPUT
//
// The program finds the input, what the start took and a function that tells the size of the heap in the module
// `office`; its last expression is the output.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, program, ...wheels] = process.argv.slice(2);
try {
  const given = readFileSync(0, "utf-8"); // before Pyodide takes hold of the standard streams
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
  const begin = performance.now();
  const pyodide = await loadPyodide({ indexURL: `${folder}/` });
  const boot = (performance.now() - begin) / 1000;
  for (const wheel of wheels) {
    pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
  }
  const heap = () => pyodide._module.HEAP8.length;
  pyodide.registerJsModule("office", { given, boot, heap });
  process.stdout.write(await pyodide.runPythonAsync(readFileSync(program, "utf-8")));
} catch (error) {
  process.stderr.write(String(error.message).slice(-2000)); // a PythonError drags a megabyte of JavaScript along
  process.exitCode = 1;
}

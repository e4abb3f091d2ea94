import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Bundles the child's program from source, as the build does. For runs from source only; the package ships the result. */
export async function bundleChild(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./child/main.ts', import.meta.url)),
    platform: 'node',
    transform: { target: 'node20.19', define: CHILD_DEFINES },
  });
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

/** The program comes over a pipe and lies in no file; the engine's loader only wants some address. */
const CHILD_DEFINES: Readonly<Record<string, string>> = { 'import.meta.url': '"file:///sandbox-child.js"' };

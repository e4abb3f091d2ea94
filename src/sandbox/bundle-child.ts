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
export const CHILD_DEFINES: Record<string, string> = { 'import.meta.url': '"file:///sandbox-child.js"' };

/** Both licences ask for their notice wherever a copy goes. */
export const CHILD_BANNER: string = `/*
 * Holds QuickJS, Copyright (c) 2017-2021 Fabrice Bellard, Copyright (c) 2017-2021 Charlie Gordon, and
 * quickjs-emscripten, Copyright (c) 2019-2024 Jake Teton-Landis, both under the MIT licence:
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
 * rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
 * persons to whom the Software is furnished to do so, subject to the following conditions: the above copyright notice and
 * this permission notice shall be included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
 * WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
 * COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
 * OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */`;

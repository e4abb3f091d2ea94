import { type HostEnvironment, pathsOf, samePath } from '../environment.ts';
import type { ConfigLocation } from '../format.ts';

/** Project files inside the working folder, then the user's files; one that is both counts as the user's. */
export function locationsOf(
  environment: HostEnvironment,
  projectFiles: readonly string[],
  userFiles: readonly string[],
): ConfigLocation[] {
  const paths = pathsOf(environment);
  const inProject = projectFiles
    .map((file) => paths.join(environment.cwd, ...file.split('/')))
    .filter((path) => !userFiles.some((userFile) => samePath(path, userFile, environment)));
  return [
    ...inProject.map((path): ConfigLocation => ({ scope: 'project', path, folder: environment.cwd })),
    ...userFiles.map((path): ConfigLocation => ({ scope: 'user', path })),
  ];
}

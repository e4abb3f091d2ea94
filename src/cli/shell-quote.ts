/** Writes an argument so that the shell of the platform takes it as one word. */
export function shellQuote(text: string, platform: NodeJS.Platform): string {
  // A leading ~ is ours to expand; without quotes the shell would do the same.
  if (/^[\w@%+=:,./~-]+$/.test(text) || (platform === 'win32' && /^[\w@+=:,./\\~-]+$/.test(text))) return text;
  // PowerShell and cmd both take double quotes; a file name on Windows holds none.
  if (platform === 'win32') return `"${text}"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

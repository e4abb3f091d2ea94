/** A Markdown table. */
export function table(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(header), row(header.map(() => '---')), ...lines.map(row)].join('\n');
}

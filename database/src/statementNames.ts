/** Longer texts are fixed-size batches: keeping them prepared costs more memory than planning again. */
const LONGEST = 20_000;
const MOST = 1_000;

/**
 * Names a statement on its second use, to plan once per connection. Single-use statements (a search built
 * for one user) stay unnamed. After a thousand no new names: a prepared statement lives until the
 * connection closes.
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || text.length > LONGEST || names.size >= MOST) return name;
    if (!seen.has(text)) {
      if (seen.size >= MOST) seen.clear();
      seen.add(text);
      return undefined;
    }
    seen.delete(text);
    const given = `s${names.size}`;
    names.set(text, given);
    return given;
  };
}

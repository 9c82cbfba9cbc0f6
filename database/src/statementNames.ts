/** Longer texts come from batches of one size; keeping them prepared costs more memory than planning them again. */
const LONGEST = 20_000;
const MOST = 1_000;

/**
 * Gives a statement its name on its second use, so that the server plans it once per connection.
 * What is used once (a search built for one user) stays unnamed, and after a thousand names nothing new gets one:
 * a prepared statement lives as long as its connection.
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

// The layout of SQL in snapshots: a line for each clause, and in long clauses for each column and condition.

interface SqlToken {
  readonly text: string;
  /** Space before the token. */
  readonly isSpaced: boolean;
  /** Parts between parentheses. */
  readonly inside?: readonly SqlToken[];
}

/** Space and comments, then a literal, a name, a parameter or a sign. */
const TOKEN = /((?:\s|--[^\n]*)*)('(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|[\w.#]+|::|[^\s])/gy;
const WIDTH = 108;

/**
 * Lays out a statement. Parameters become `$n`: numbers only count along the text, and one parameter more
 * would change every later line.
 */
export function layOutSql(statement: string): string {
  let before = '';
  const tokens = [...statement.matchAll(TOKEN)].map(([, space = '', text = '']): SqlToken => {
    const isSpaced = space !== '' || before === ',';
    before = text;
    return { text: text.startsWith('$') ? '$n' : text, isSpaced };
  });
  return queryText(readTokens(tokens.values()), 0);
}

/** Reads tokens up to the closing parenthesis, or to the end. */
function readTokens(tokens: Iterator<SqlToken>): readonly SqlToken[] {
  const read: SqlToken[] = [];
  for (let next = tokens.next(); next.done !== true; next = tokens.next()) {
    const { value } = next;
    if (value.text === ')') break;
    read.push(value.text === '(' ? { ...value, inside: readTokens(tokens) } : value);
  }
  return read;
}

const isQuery = ([first]: readonly SqlToken[]): boolean =>
  first?.text === 'select' || first?.text === 'with';

const holdsQuery = (tokens: readonly SqlToken[]): boolean =>
  tokens.some(({ inside }) => inside !== undefined && (isQuery(inside) || holdsQuery(inside)));

const flatText = (tokens: readonly SqlToken[]): string =>
  tokens
    .map(({ text, isSpaced, inside }, at) => {
      const own = inside === undefined ? text : `(${flatText(inside)})`;
      return isSpaced && at > 0 ? ` ${own}` : own;
    })
    .join('');

const CLAUSES = ['with', 'select', 'from', 'where', 'having', 'window', 'limit', 'offset', 'union'];
const JOIN = /^(left|right|full|cross|inner|join)$/;

function startsClause(tokens: readonly SqlToken[], at: number): boolean {
  const [before, text, after] = [-1, 0, 1].map((step) => tokens[at + step]?.text ?? '');
  if (text === 'group' || text === 'order') return after === 'by';
  if (text === 'join') return !JOIN.test(before ?? '');
  if (JOIN.test(text ?? '')) return after === 'join';
  return CLAUSES.includes(text ?? '') && before !== 'distinct' && after !== 'ordinality';
}

/** Cuts before each token that begins a part. */
function cutTokens(
  tokens: readonly SqlToken[],
  begins: (at: number) => boolean,
): readonly (readonly SqlToken[])[] {
  const starts = [...tokens.keys()].filter((at) => at === 0 || begins(at));
  return starts.map((start, part) => tokens.slice(start, starts[part + 1]));
}

const lineStart = (indent: number): string => `\n${' '.repeat(indent)}`;

const queryText = (tokens: readonly SqlToken[], indent: number): string =>
  cutTokens(tokens, (at) => startsClause(tokens, at))
    .map((clause) => clauseText(clause, indent))
    .join(lineStart(indent));

function clauseText(clause: readonly SqlToken[], indent: number): string {
  const flat = flatText(clause);
  if (!holdsQuery(clause) && indent + flat.length <= WIDTH) return flat;
  const [first, ...others] = cutTokens(clause, partsOfClause(clause));
  return [
    wrappedText(first ?? [], indent, indent),
    ...others.map((part) => wrappedText(part, indent + 2, indent + 2)),
  ].join(lineStart(indent + 2));
}

/** Columns begin after commas, conditions with `and` or `or`, except within `between` and `case`. */
function partsOfClause(clause: readonly SqlToken[]): (at: number) => boolean {
  const starts = new Set<number>();
  let [isBetween, cases] = [false, 0];
  for (const [at, { text }] of clause.entries()) {
    if (text === 'case') cases += 1;
    if (text === 'end') cases -= 1;
    const isCondition = text === 'or' || (text === 'and' && !isBetween);
    if (isCondition && cases === 0) starts.add(at);
    if (text === 'between' || text === 'and') isBetween = text === 'between';
    if (text === ',') starts.add(at + 1);
  }
  return (at) => starts.has(at);
}

/** Text from a column on, with breaks at spaces before the width is reached. */
function wrappedText(tokens: readonly SqlToken[], indent: number, column: number): string {
  let text = '';
  const columnNow = (): number => {
    const lastBreak = text.lastIndexOf('\n');
    return lastBreak < 0 ? column + text.length : text.length - lastBreak - 1;
  };
  for (const run of cutTokens(tokens, (at) => tokens[at]?.isSpaced === true)) {
    const width = holdsQuery(run) ? 0 : flatText(run).length + 1;
    const isWide = columnNow() + width > WIDTH && columnNow() > indent + 2;
    if (text !== '') text += isWide ? lineStart(indent + 4) : ' ';
    for (const token of run) text += tokenText(token, indent, columnNow());
  }
  return text;
}

function tokenText({ text, inside }: SqlToken, indent: number, column: number): string {
  if (inside === undefined) return text;
  return isQuery(inside)
    ? `(${lineStart(indent + 2)}${queryText(inside, indent + 2)}${lineStart(indent)})`
    : `(${wrappedText(inside, indent, column + 1)})`;
}

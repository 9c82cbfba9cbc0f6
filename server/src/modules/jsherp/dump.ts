import { setImmediate } from 'node:timers/promises';
import { DomainError, asOneLine } from '@tradehouse/domain';
import { refuseWith } from '../../kernel/access/index.ts';

// Parser of MySQL dumps: tables created and rows inserted, nothing else.

/** Row by column name; null for MySQL's NULL, else text. */
export type DumpRow = Readonly<Record<string, string | null>>;

export interface DumpTable {
  readonly columns: readonly string[];
  readonly rows: readonly DumpRow[];
}

export type Dump = ReadonlyMap<string, DumpTable>;

type Token =
  | {
      readonly type: 'name' | 'text' | 'word' | 'mark';
      readonly value: string;
      readonly at: number;
    }
  | { readonly type: 'end'; readonly value: ''; readonly at: number };

const ESCAPES: Readonly<Record<string, string>> = {
  0: '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\u001a',
};

const SKIPPED = /(?:\s+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)/y;
// In one step: per letter, the stack would grow with the name.
const NAME = /`([^`]*(?:``[^`]*)*)`/y;
const WORD = /[A-Za-z0-9_.+\-@:$\u0080-\uffff]+/y;

/** Cuts SQL text into quoted names, texts, bare words and marks, remembering where each stood. */
class Tokens {
  readonly #sql: string;
  #position = 0;

  constructor(sql: string) {
    this.#sql = sql;
  }

  get line(): number {
    return this.lineAt(this.#position);
  }

  lineAt(position: number): number {
    return this.#sql.slice(0, position).split('\n').length;
  }

  next(): Token {
    this.#skip();
    const at = this.#position;
    const first = this.#sql[at];
    if (first === undefined) return { type: 'end', value: '', at };
    if (first === '`') return { type: 'name', value: this.#name(), at };
    if (first === "'" || first === '"') return { type: 'text', value: this.#text(first), at };
    const word = this.#match(WORD);
    if (word) return { type: 'word', value: word[0], at };
    this.#position += 1;
    return { type: 'mark', value: first, at };
  }

  peek(): Token {
    const before = this.#position;
    const token = this.next();
    this.#position = before;
    return token;
  }

  #skip(): void {
    while (this.#match(SKIPPED)) {
      /* comments and blanks */
    }
    if (this.#sql.startsWith('/*', this.#position)) throw makeTruncatedDumpError(this.line);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#sql);
    if (found) this.#position = pattern.lastIndex;
    return found;
  }

  #name(): string {
    const found = this.#match(NAME);
    if (!found) throw makeTruncatedDumpError(this.line);
    return (found[1] ?? '').replaceAll('``', '`');
  }

  #text(quote: string): string {
    const start = this.#position;
    let text = '';
    for (let i = this.#position + 1; i < this.#sql.length; i += 1) {
      const letter = this.#sql.charAt(i);
      if (letter === '\\') {
        i += 1;
        const escaped = this.#sql[i];
        if (escaped === undefined) break;
        text += ESCAPES[escaped] ?? escaped;
      } else if (letter !== quote) {
        text += letter;
      } else if (this.#sql[i + 1] === quote) {
        i += 1;
        text += quote;
      } else {
        this.#position = i + 1;
        return text;
      }
    }
    throw makeTruncatedDumpError(this.lineAt(start));
  }
}

const makeTruncatedDumpError = (line: number): DomainError => new DomainError('dump.cut', { line });

/** Shortens text of the file for an error sentence. */
const shortenDumpText = (text: string): string => asOneLine(text.slice(0, 100));

const makeMalformedDumpError = (tokens: Tokens, expected: string, found: Token): DomainError =>
  found.type === 'end'
    ? makeTruncatedDumpError(tokens.line)
    : new DomainError('dump.malformed', {
        line: tokens.line,
        expected,
        found: shortenDumpText(found.value),
      });

const isWord = (token: Token, word: string): boolean =>
  token.type === 'word' && token.value.toUpperCase() === word;

/** Milliseconds of reading before yielding to requests. */
const BREATH = 20;
const yieldToEventLoop = async (): Promise<number> => {
  await setImmediate();
  return performance.now();
};

/** Reads a whole dump. Refuses a truncated, malformed or empty dump. */
export async function readDump(sql: string): Promise<Dump> {
  const tables = new Map<string, { columns: string[]; rows: DumpRow[] }>();
  const tokens = new Tokens(sql.replace(/^\uFEFF/, ''));
  let breath = performance.now();
  for (let token = tokens.next(); token.type !== 'end'; token = tokens.next()) {
    // Yields to requests while reading a long dump.
    if (performance.now() - breath > BREATH) breath = await yieldToEventLoop();
    if (isWord(token, 'CREATE') && isWord(tokens.peek(), 'TABLE')) readCreate(tokens, tables);
    else if (isWord(token, 'INSERT')) readInsert(tokens, tables);
    else skipStatement(tokens, token);
  }
  if (tables.size === 0) refuseWith('dump.noTable');
  return tables;
}

function skipStatement(tokens: Tokens, first: Token): void {
  for (let token = first; token.value !== ';' || token.type !== 'mark'; token = tokens.next()) {
    if (token.type === 'end') throw makeTruncatedDumpError(tokens.line);
  }
}

function readName(tokens: Tokens): string {
  const token = tokens.next();
  if (token.type !== 'name' && token.type !== 'word')
    throw makeMalformedDumpError(tokens, '`name`', token);
  return asOneLine(token.value);
}

function expectMark(tokens: Tokens, mark: string): void {
  const token = tokens.next();
  if (token.type !== 'mark' || token.value !== mark)
    throw makeMalformedDumpError(tokens, `"${mark}"`, token);
}

function readCreate(
  tokens: Tokens,
  tables: Map<string, { columns: string[]; rows: DumpRow[] }>,
): void {
  tokens.next();
  while (
    isWord(tokens.peek(), 'IF') ||
    isWord(tokens.peek(), 'NOT') ||
    isWord(tokens.peek(), 'EXISTS')
  )
    tokens.next();
  const name = readName(tokens);
  const columns: string[] = [];
  expectMark(tokens, '(');
  let depth = 1;
  let starting = true;
  while (depth > 0) {
    const token = tokens.next();
    if (token.type === 'end') throw makeTruncatedDumpError(tokens.line);
    // A definition starting with a quoted name is a column; keys and constraints start with a keyword.
    if (starting && token.type === 'name') columns.push(token.value.toLowerCase());
    starting = token.type === 'mark' && token.value === ',' && depth === 1;
    if (token.type === 'mark' && token.value === '(') depth += 1;
    if (token.type === 'mark' && token.value === ')') depth -= 1;
  }
  tables.set(name, { columns, rows: [] });
  skipStatement(tokens, tokens.next());
}

function readInsert(
  tokens: Tokens,
  tables: Map<string, { columns: string[]; rows: DumpRow[] }>,
): void {
  while (isWord(tokens.peek(), 'IGNORE') || isWord(tokens.peek(), 'INTO')) tokens.next();
  const name = readName(tokens);
  const table = tables.get(name);
  if (!table) return refuseWith('dump.unknownTable', { line: tokens.line, table: name });
  const columns = tokens.peek().value === '(' ? readDumpColumns(tokens) : table.columns;
  const values = tokens.next();
  if (!isWord(values, 'VALUES') && !isWord(values, 'VALUE'))
    throw makeMalformedDumpError(tokens, 'VALUES', values);
  for (;;) {
    const cells = readDumpCells(tokens);
    if (cells.length !== columns.length) {
      refuseWith('dump.values', {
        line: tokens.line,
        table: name,
        values: cells.length,
        columns: columns.length,
      });
    }
    table.rows.push(Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? null])));
    const token = tokens.next();
    if (token.type === 'mark' && token.value === ';') return;
    if (token.type !== 'mark' || token.value !== ',')
      throw makeMalformedDumpError(tokens, '"," or ";"', token);
  }
}

function readDumpColumns(tokens: Tokens): string[] {
  const columns: string[] = [];
  expectMark(tokens, '(');
  for (;;) {
    columns.push(readName(tokens).toLowerCase());
    const token = tokens.next();
    if (token.type === 'mark' && token.value === ')') return columns;
    if (token.type !== 'mark' || token.value !== ',')
      throw makeMalformedDumpError(tokens, '"," or ")"', token);
  }
}

function readDumpCells(tokens: Tokens): (string | null)[] {
  const cells: (string | null)[] = [];
  expectMark(tokens, '(');
  for (;;) {
    cells.push(readCell(tokens));
    const token = tokens.next();
    if (token.type === 'mark' && token.value === ')') return cells;
    if (token.type !== 'mark' || token.value !== ',')
      throw makeMalformedDumpError(tokens, '"," or ")"', token);
  }
}

function readCell(tokens: Tokens): string | null {
  const token = tokens.next();
  if (token.type === 'text') return token.value;
  if (token.type !== 'word') throw makeMalformedDumpError(tokens, "'value'", token);
  if (token.value.toUpperCase() === 'NULL') return null;
  // b'1' and _binary '1': the text behind the introducer is the value.
  if (/^(b|x|_\w+)$/i.test(token.value) && tokens.peek().type === 'text')
    return tokens.next().value;
  return token.value;
}

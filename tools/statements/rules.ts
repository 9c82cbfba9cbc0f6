// What a statement of the server may not do, so that it also runs where companies are spread over a cluster's nodes
// (docs/scaling.md): it goes to the one node where its company lies, and so does every lock it takes.
import { parseSync } from 'libpg-query';

/** A node of the syntax tree: `{ Kind: fields }`, or a list or a plain value of one. */
type Node = unknown;
type Fields = Readonly<Record<string, Node>>;

/** A relation that a FROM names, and what its columns are called by. */
interface Named {
  readonly relation: string;
  readonly alias: string;
}

/**
 * What is wrong with a statement, each as a sentence.
 *
 * @param ofTenant the relations whose rows belong to companies
 */
export function troublesOf(text: string, ofTenant: ReadonlySet<string>): string[] {
  const tree: unknown = parseSync(text);
  const parts = all(tree, 'CommonTableExpr');
  const own = new Set(parts.map(({ ctename }) => String(ctename)));
  const belongs = ({ relation }: Named): boolean => ofTenant.has(relation) && !own.has(relation);
  const levels = [...levelsOf(tree)];
  const writing = new Set(parts.filter(writes).map(({ ctename }) => String(ctename)));
  const inserts = all(tree, 'InsertStmt').filter(({ relation }) => belongs(namedBy(relation)));
  return [
    ...new Set([
      ...levels.flatMap((level) => unnamedIn(level, belongs)),
      ...(levels.some(({ from, bare }) => bare && from.some(belongs))
        ? ['a sub-select without a table is joined with tables']
        : []),
      ...inserts.flatMap((insert) => wrongInsert(insert, writing)),
      ...wrongCalls(tree),
      ...(changes.slice(1).some((kind) => all(tree, kind).some(reckonsByTheClock))
        ? ['a change reckons from the clock and a column']
        : []),
      ...(changes.slice(1).some((kind) => all(tree, kind).some(choosesByTheClock))
        ? ['a clock is asked in case or coalesce of a change']
        : []),
      ...(changes.some((kind) =>
        all(tree, kind).some(({ returningClause }) => tellsTime(returningClause)),
      )
        ? ['a clock is asked in returning']
        : []),
      ...(all(tree, 'InsertStmt').some(asksTheClock) ? ['a clock is asked in do update'] : []),
      ...(all(tree, 'MergeStmt').length > 0 ? ['merge'] : []),
    ]),
  ];
}

const changes = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const;

/** Whose company is not said: a join on another's tenant_id says it to no planner. */
function unnamedIn({ from, tenants }: Level, belongs: (named: Named) => boolean): string[] {
  const mine = from.filter(belongs);
  const said = ({ alias }: Named): boolean =>
    tenants.has(alias) || (mine.length === 1 && tenants.has(''));
  return mine
    .filter((named) => !said(named))
    .map(({ relation, alias }) => `${relation} (${alias}) stands without tenant_id = $n`);
}

function wrongInsert(
  { selectStmt, onConflictClause, returningClause }: Fields,
  writing: ReadonlySet<string>,
): string[] {
  const { valuesLists } = fieldsOf(fieldsOf(selectStmt)['SelectStmt']);
  const told = onConflictClause !== undefined || returningClause !== undefined;
  const fed = all(selectStmt, 'RangeVar').some((range) => writing.has(namedBy(range).relation));
  return [
    ...(valuesLists === undefined && !told
      ? ['insert … select needs returning or on conflict']
      : []),
    ...(all(valuesLists, 'SubLink').length > 0 ? ['a sub-select stands in values'] : []),
    ...(fed ? ['an insert is fed by a statement that writes'] : []),
  ];
}

/** What a row that is there changes to is the same whenever it is asked: `excluded` has the moment of its default. */
const asksTheClock = ({ onConflictClause }: Fields): boolean => tellsTime(onConflictClause);

const choosesByTheClock = (change: Fields): boolean =>
  ['CaseExpr', 'CoalesceExpr'].some((kind) => all(ofItsOwn(change), kind).some(tellsTime));

/** A change without the statements that come before it. */
const ofItsOwn = (change: Fields): Fields => ({ ...change, withClause: undefined });

/** What is reckoned from the moment and a column is not the same on every node. */
const reckonsByTheClock = (change: Fields): boolean =>
  all(ofItsOwn(change), 'A_Expr').some(
    (sum) =>
      ['+', '-'].includes(textsOf(sum['name']).at(-1) ?? '') &&
      tellsTime(sum) &&
      all(sum, 'ColumnRef').length > 0,
  );

const tellsTime = (node: Node): boolean =>
  all(node, 'SQLValueFunction').length > 0 ||
  all(node, 'FuncCall').some(({ funcname }) =>
    ['now', 'clock_timestamp', 'statement_timestamp', 'current_setting'].includes(
      textsOf(funcname).at(-1) ?? '',
    ),
  );

/** Settings go to the nodes only as `set local`; ids drawn on a node begin far above all others. */
function wrongCalls(tree: Node): string[] {
  const called = new Set(
    all(tree, 'FuncCall').flatMap(({ funcname }) => textsOf(funcname).slice(-1)),
  );
  return [
    ...(called.has('set_config') ? ['set_config'] : []),
    ...(called.has('nextval') && all(tree, 'RangeVar').length > 0 ? ['nextval over rows'] : []),
  ];
}

const writes = ({ ctequery }: Fields): boolean =>
  changes.some((kind) => all(ctequery, kind).length > 0);

/** What one level of a statement reads, and whose company it says. */
interface Level {
  readonly from: readonly Named[];
  /** The names whose tenant_id is a parameter; '': of a column without a name. */
  readonly tenants: ReadonlySet<string>;
  /** A sub-select that reads nothing, and asks for nothing of its row, stands beside what is read. */
  readonly bare: boolean;
}

function* levelsOf(tree: Node): Generator<Level> {
  for (const { fromClause, whereClause } of all(tree, 'SelectStmt').flatMap(branchesOf))
    yield levelOf(listOf(fromClause), whereClause);
  for (const { relation, fromClause, whereClause } of all(tree, 'UpdateStmt'))
    yield levelOf([{ RangeVar: relation }, ...listOf(fromClause)], whereClause);
  for (const { relation, usingClause, whereClause } of all(tree, 'DeleteStmt'))
    yield levelOf([{ RangeVar: relation }, ...listOf(usingClause)], whereClause);
}

/** A select, or those that a union and its like put together. */
function branchesOf(select: Fields): Fields[] {
  const { larg, rarg } = select;
  return larg === undefined ? [select] : [larg, rarg].flatMap((one) => branchesOf(fieldsOf(one)));
}

function levelOf(from: readonly Node[], where: Node): Level {
  const items = from.flatMap(itemsOf);
  const conditions = [where, ...items.flatMap(({ on }) => on)].flatMap(conjuncts);
  return {
    from: items.flatMap(({ range }) => range),
    tenants: new Set(conditions.flatMap(tenantOf)),
    bare: items.some(({ bare }) => bare),
  };
}

interface Item {
  readonly range: readonly Named[];
  readonly on: readonly Node[];
  readonly bare: boolean;
}

/** What stands in a FROM: relations, and what joins them; a sub-select is a level of its own. */
function itemsOf(node: Node): Item[] {
  const { RangeVar: range, JoinExpr: join, RangeSubselect: sub } = fieldsOf(node);
  if (range !== undefined) return [{ range: [namedBy(range)], on: [], bare: false }];
  if (join !== undefined) {
    const { larg, rarg, quals } = fieldsOf(join);
    return [...itemsOf(larg), ...itemsOf(rarg), { range: [], on: [quals], bare: false }];
  }
  const { subquery, lateral } = fieldsOf(sub);
  const { fromClause, valuesLists, larg } = fieldsOf(fieldsOf(subquery)['SelectStmt']);
  const told = [lateral, fromClause, valuesLists, larg].some((one) => one !== undefined);
  return [{ range: [], on: [], bare: sub !== undefined && !told }];
}

function namedBy(range: Node): Named {
  const { relname, alias } = fieldsOf(range);
  const { aliasname } = fieldsOf(alias);
  return { relation: String(relname), alias: String(aliasname ?? relname) };
}

/** What must all hold for a condition to hold. */
function conjuncts(condition: Node): readonly Node[] {
  const { boolop, args } = fieldsOf(fieldsOf(condition)['BoolExpr']);
  return boolop === 'AND_EXPR' ? listOf(args).flatMap(conjuncts) : [condition];
}

/** Whose tenant_id a condition sets equal to a parameter; of several that may hold, all must. */
function tenantOf(condition: Node): string[] {
  const { boolop, args } = fieldsOf(fieldsOf(condition)['BoolExpr']);
  if (boolop === 'OR_EXPR') {
    const [first = new Set<string>(), ...others] = listOf(args).map(
      (one) => new Set(conjuncts(one).flatMap(tenantOf)),
    );
    return [...first].filter((name) => others.every((other) => other.has(name)));
  }
  const { name, lexpr, rexpr } = fieldsOf(fieldsOf(condition)['A_Expr']);
  if (textsOf(name).at(-1) !== '=') return [];
  const sides = [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ] as const;
  return sides.flatMap(([column, value]) => {
    const words = textsOf(fieldsOf(fieldsOf(column)['ColumnRef'])['fields']);
    return words.at(-1) === 'tenant_id' && isGiven(value) ? [words.at(-2) ?? ''] : [];
  });
}

/** A parameter or a constant, whatever it is cast to. */
function isGiven(node: Node): boolean {
  const { ParamRef: parameter, A_Const: constant, TypeCast: cast } = fieldsOf(node);
  if (cast !== undefined) return isGiven(fieldsOf(cast)['arg']);
  return parameter !== undefined || constant !== undefined;
}

/** The fields of every node of a kind, wherever it stands below; those of the outer ones first. */
function all(node: Node, kind: string): Fields[] {
  if (Array.isArray(node)) return node.flatMap((one) => all(one, kind));
  return Object.entries(fieldsOf(node)).flatMap(([key, below]) => [
    ...(key === kind ? [fieldsOf(below)] : []),
    ...all(below, kind),
  ]);
}

/** The parts of a name. */
const textsOf = (node: Node): string[] => all(node, 'String').map(({ sval }) => String(sval));

const fieldsOf = (node: Node): Fields =>
  // SAFETY: an object of the tree has fields of nodes.
  typeof node === 'object' && node !== null && !Array.isArray(node) ? (node as Fields) : {};

const listOf = (node: Node): readonly Node[] => (Array.isArray(node) ? node : []);

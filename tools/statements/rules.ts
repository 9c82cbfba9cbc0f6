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

/** What the catalogue says, by name. */
export interface Known {
  /** The relations whose rows belong to companies. */
  readonly ofTenant: ReadonlySet<string>;
  /** The functions that may answer otherwise to the next statement. */
  readonly stable: ReadonlySet<string>;
  /** Those that may do so to the next row. */
  readonly volatile: ReadonlySet<string>;
  /** The relations that draw an id for a row that brings none. */
  readonly drawing: ReadonlySet<string>;
  /** Columns that are moments, and those that are days: how they are written hangs on the session. */
  readonly moments: ReadonlySet<string>;
  readonly days: ReadonlySet<string>;
}

/** What is wrong with a statement, each as a sentence. */
export function troublesOf(text: string, known: Known): string[] {
  const tree: unknown = parseSync(text);
  const parts = all(tree, 'CommonTableExpr');
  const own = new Set(parts.map(({ ctename }) => String(ctename)));
  const belongs = ({ relation }: Named): boolean =>
    known.ofTenant.has(relation) && !own.has(relation);
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
      ...(inserts.some((insert) => drawsOverRows(insert, known))
        ? ['ids are drawn over rows']
        : []),
      ...all(tree, 'InsertStmt').flatMap(wrongBefore),
      ...(all(tree, 'SelectStmt').some(
        ({ fromClause, whereClause }) =>
          all(whereClause, 'SubLink').length > 0 &&
          all(withoutSelects(fromClause), 'JoinExpr').some((join) =>
            keepsOfAll(join, belongs, own),
          ),
      )
        ? [
            'rows of a company are joined to a platform table that keeps its own, beside a sub-select',
          ]
        : []),
      ...wrongCalls(tree),
      ...changes.flatMap((kind) =>
        all(tree, kind).flatMap((change) =>
          Object.entries(wrongChanges)
            .filter(([, isWrong]) => isWrong(change, known, kind))
            .map(([trouble]) => trouble),
        ),
      ),
      ...(all(tree, 'MergeStmt').length > 0 ? ['merge'] : []),
    ]),
  ];
}

/** What one statement changes of a table, where that adds a constraint: a cluster takes one such change at a time. */
export function changesOf(text: string): string[] {
  const changed = all(parseSync(text), 'AlterTableCmd').map(({ subtype }) => String(subtype));
  return changed.includes('AT_AddConstraint') ? changed : [];
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

/** An insert of rows that a table holds: their own node would draw their ids. */
function drawsOverRows(
  { relation, cols, selectStmt }: Fields,
  { drawing, ofTenant }: Known,
): boolean {
  const brought = all(cols, 'ResTarget').some(({ name }) => name === 'id');
  const reads = all(selectStmt, 'RangeVar').some((range) => ofTenant.has(namedBy(range).relation));
  return drawing.has(namedBy(relation).relation) && reads && !brought;
}

/** A coordinator dies of such an outer join beside a condition that selects (Citus 13.2.2). */
function keepsOfAll(
  { jointype, larg, rarg }: Fields,
  belongs: (named: Named) => boolean,
  own: ReadonlySet<string>,
): boolean {
  const left = fieldsOf(larg)['RangeVar'];
  const right = fieldsOf(rarg)['RangeVar'];
  return (
    jointype === 'JOIN_LEFT' &&
    left !== undefined &&
    right !== undefined &&
    !belongs(namedBy(left)) &&
    !own.has(namedBy(left).relation) &&
    belongs(namedBy(right))
  );
}

/** What writes before an insert of rows that a table holds. */
function wrongBefore({ withClause, selectStmt }: Fields): string[] {
  const written = all(withClause, 'CommonTableExpr').some(writes);
  return written && all(selectStmt, 'RangeVar').length > 0
    ? ['rows are inserted after a statement that writes']
    : [];
}

/**
 * What a statement that writes may not ask a function that is not steady, whose answer may be another on another node: there
 * only what hangs on no column is reckoned before it goes out.
 */
const wrongChanges: Readonly<
  Record<string, (change: Fields, known: Known, kind: (typeof changes)[number]) => boolean>
> = {
  // `excluded` has the moment of its default.
  'an unsteady function is called in do update': ({ onConflictClause }, known) =>
    isUnsteady(onConflictClause, known),
  'an unsteady function is called in returning': ({ returningClause }, known) =>
    isUnsteady(returningClause, known),
  'an unsteady function is called in case or coalesce of a change': (change, known) =>
    ['CaseExpr', 'CoalesceExpr'].some((kind) =>
      all(saidBy(change), kind).some((choice) => isUnsteady(choice, known)),
    ),
  'a change calls an unsteady function with a column': (change, known) =>
    all(withoutSelects(reckonedBy(change)), 'FuncCall').some(
      (call) =>
        unsteady(known).has(textsOf(call['funcname']).at(-1) ?? '') &&
        all(call['args'], 'ColumnRef').length > 0,
    ),
  'a change reckons from the clock or a moment, and a column': (change, known) =>
    all(withoutSelects(reckonedBy(change)), 'A_Expr').some(
      (sum) =>
        ['+', '-'].includes(textsOf(sum['name']).at(-1) ?? '') &&
        ((names(sum, known.moments) && reckonsIn(sum, 'interval')) ||
          (isUnsteady(sum, known) && all(sum, 'ColumnRef').length > 0)),
    ),
  'a change writes out a moment or day, or reads one from a column': (change, { moments, days }) =>
    all(withoutSelects(reckonedBy(change)), 'TypeCast').some(
      ({ arg, typeName }) =>
        (fieldsOf(arg)['ColumnRef'] !== undefined && names(arg, new Set([...moments, ...days]))) ||
        (['date', 'timestamptz'].includes(nameOf(typeName)) && all(arg, 'ColumnRef').length > 0),
    ),
  'a change calls a volatile function': ({ withClause, ...change }, { volatile }, kind) =>
    kind !== 'InsertStmt' &&
    calledIn([withClause, saidBy(change)]).some((name) => volatile.has(name)),
};

/** What a change sets, and of which rows. */
const saidBy = ({ targetList, whereClause }: Fields): readonly Node[] => [targetList, whereClause];

/** The same, with what the planner puts there of the sub-selects that it makes part of it. */
function reckonedBy(change: Fields): readonly Node[] {
  const { fromClause, usingClause, withClause } = change;
  const before = new Map(
    listOf(fieldsOf(withClause)['ctes'])
      .map((part) => fieldsOf(fieldsOf(part)['CommonTableExpr']))
      .filter(({ ctematerialized }) => ctematerialized !== 'CTEMaterializeAlways')
      .map(({ ctename, ctequery }) => [ctename, ctequery]),
  );
  const flattenedBelow = (from: Node): readonly Node[] => {
    const { RangeVar: range, RangeSubselect: sub, JoinExpr: join } = fieldsOf(from);
    const { larg, rarg } = fieldsOf(join);
    if (join !== undefined) return [larg, rarg].flatMap(flattenedBelow);
    return flattened(before.get(fieldsOf(range)['relname']) ?? fieldsOf(sub)['subquery']);
  };
  /** What a select tells where it is made part of what stands around it: not where it sorts, counts or ends early. */
  const flattened = (query: Node): readonly Node[] => {
    const select = fieldsOf(fieldsOf(query)['SelectStmt']);
    const { targetList, fromClause } = select;
    const counts = all(targetList, 'FuncCall').some(({ over }) => over !== undefined);
    if (counts || keepsApart.some((clause) => select[clause] !== undefined)) return [];
    return [targetList, ...listOf(fromClause).flatMap(flattenedBelow)];
  };
  return [saidBy(change), ...[fromClause, usingClause].flatMap(listOf).flatMap(flattenedBelow)];
}

const keepsApart = [
  'groupClause',
  'distinctClause',
  'limitCount',
  'limitOffset',
  'larg',
  'valuesLists',
] as const;

const names = (node: Node, columns: ReadonlySet<string>): boolean =>
  all(node, 'ColumnRef').some(({ fields }) => columns.has(textsOf(fields).at(-1) ?? ''));

const reckonsIn = (node: Node, type: string): boolean =>
  all(node, 'TypeCast').some(({ typeName }) => nameOf(typeName) === type);

const nameOf = (type: Node): string => textsOf(fieldsOf(type)['names']).at(-1) ?? '';

const unsteady = ({ stable, volatile }: Known): ReadonlySet<string> =>
  new Set([...stable, ...volatile]);

const isUnsteady = (node: Node, known: Known): boolean =>
  all(node, 'SQLValueFunction').length > 0 ||
  calledIn(node).some((name) => unsteady(known).has(name));

const calledIn = (node: Node): string[] =>
  all(node, 'FuncCall').flatMap(({ funcname }) => textsOf(funcname).slice(-1));

/** Settings go to the nodes only as `set local`; ids drawn on a node begin far above all others. */
function wrongCalls(tree: Node): string[] {
  const called = new Set(calledIn(tree));
  return [
    ...(called.has('set_config') ? ['set_config'] : []),
    ...['nextval', 'keep_ids_above']
      .filter((name) => called.has(name) && all(tree, 'RangeVar').length > 0)
      .map((name) => `${name} over rows`),
    // A cluster has functions of the same names for sessions of all its nodes.
    ...all(tree, 'FuncCall')
      .filter(({ args }) => listOf(args).some((one) => fieldsOf(one)['ParamRef'] !== undefined))
      .map(({ funcname }) => textsOf(funcname).at(-1) ?? '')
      .filter((name) => ['pg_cancel_backend', 'pg_terminate_backend'].includes(name))
      .map((name) => `${name} is not told what it is given`),
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

/** A tree as it is outside of what it selects. */
function withoutSelects(node: Node): Node {
  if (Array.isArray(node)) return node.map(withoutSelects);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => key !== 'SelectStmt');
  return Object.fromEntries(kept.map(([key, below]) => [key, withoutSelects(below)]));
}

/** The parts of a name. */
const textsOf = (node: Node): string[] => all(node, 'String').map(({ sval }) => String(sval));

const fieldsOf = (node: Node): Fields =>
  // SAFETY: an object of the tree has fields of nodes.
  typeof node === 'object' && node !== null && !Array.isArray(node) ? (node as Fields) : {};

const listOf = (node: Node): readonly Node[] => (Array.isArray(node) ? node : []);

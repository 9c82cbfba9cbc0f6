// Rules for server statements, which must also run on a cluster with companies spread over nodes
// (docs/scaling.md): a statement goes to its company's node, and so does every lock.
import { parseSync } from 'libpg-query';

/** Node of the syntax tree: `{ Kind: fields }`, a list or a plain value. */
type Node = unknown;
type NodeFields = Readonly<Record<string, Node>>;

/** Relation in a FROM, with the alias of its columns. */
interface NamedRelation {
  readonly relation: string;
  readonly alias: string;
}

/** Facts of the catalogue, by name. */
export interface CatalogFacts {
  /** Relations with rows of companies. */
  readonly ofTenant: ReadonlySet<string>;
  /** Functions whose result may differ in the next statement. */
  readonly stable: ReadonlySet<string>;
  /** Functions whose result may differ in the next row. */
  readonly volatile: ReadonlySet<string>;
  /** Relations that generate the id of a row without one. */
  readonly drawing: ReadonlySet<string>;
  /** Columns holding moments or days: their text depends on the session. */
  readonly moments: ReadonlySet<string>;
  readonly days: ReadonlySet<string>;
}

/** Lists the faults of a statement, each in a sentence. */
export function troublesOf(text: string, known: CatalogFacts): string[] {
  const tree = indexTree<object>(parseSync(text));
  const parts = findNodes(tree, 'CommonTableExpr');
  const own = new Set(parts.map(({ ctename }) => String(ctename)));
  const belongs = ({ relation }: NamedRelation): boolean =>
    known.ofTenant.has(relation) && !own.has(relation);
  const levels = [...levelsOfStatement(tree)];
  const writing = new Set(parts.filter(isWritingCte).map(({ ctename }) => String(ctename)));
  const inserts = findNodes(tree, 'InsertStmt').filter(({ relation }) =>
    belongs(toNamedRelation(relation)),
  );
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
      ...findNodes(tree, 'InsertStmt').flatMap(wrongBefore),
      ...(findNodes(tree, 'SelectStmt').some(
        ({ fromClause, whereClause }) =>
          findNodes(whereClause, 'SubLink').length > 0 &&
          findNodes(withoutSelects(fromClause), 'JoinExpr').some((join) =>
            keepsOfAll(join, belongs, own),
          ),
      )
        ? [
            'rows of a company are joined to a platform table that keeps its own, beside a sub-select',
          ]
        : []),
      ...wrongCalls(tree),
      ...changes.flatMap((kind) =>
        findNodes(tree, kind).flatMap((change) =>
          Object.entries(wrongChanges)
            .filter(([, isWrong]) => isWrong(change, known, kind))
            .map(([trouble]) => trouble),
        ),
      ),
      ...(findNodes(tree, 'MergeStmt').length > 0 ? ['merge'] : []),
    ]),
  ];
}

/** Lists a statement's changes to a table if it adds a constraint: a cluster takes one at a time. */
export function listConstraintChanges(text: string): string[] {
  const changed = findNodes(parseSync(text), 'AlterTableCmd').map(({ subtype }) => String(subtype));
  return changed.includes('AT_AddConstraint') ? changed : [];
}

const changes = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const;

/** Finds relations without a company: a join on another's tenant_id tells the planner nothing. */
function unnamedIn(
  { from, tenants }: StatementLevel,
  belongs: (named: NamedRelation) => boolean,
): string[] {
  const mine = from.filter(belongs);
  const said = ({ alias }: NamedRelation): boolean =>
    tenants.has(alias) || (mine.length === 1 && tenants.has(''));
  return mine
    .filter((named) => !said(named))
    .map(({ relation, alias }) => `${relation} (${alias}) stands without tenant_id = $n`);
}

function wrongInsert(
  { selectStmt, onConflictClause, returningClause }: NodeFields,
  writing: ReadonlySet<string>,
): string[] {
  const { valuesLists } = fieldsOfNode(fieldsOfNode(selectStmt)['SelectStmt']);
  const hasClauses = onConflictClause !== undefined || returningClause !== undefined;
  const fed = findNodes(selectStmt, 'RangeVar').some((range) =>
    writing.has(toNamedRelation(range).relation),
  );
  return [
    ...(valuesLists === undefined && !hasClauses
      ? ['insert … select needs returning or on conflict']
      : []),
    ...(findNodes(valuesLists, 'SubLink').length > 0 ? ['a sub-select stands in values'] : []),
    ...(fed ? ['an insert is fed by a statement that writes'] : []),
  ];
}

/** Tests for an insert from table rows: their own node would draw ids. */
function drawsOverRows(
  { relation, cols, selectStmt }: NodeFields,
  { drawing, ofTenant }: CatalogFacts,
): boolean {
  const brought = findNodes(cols, 'ResTarget').some(({ name }) => name === 'id');
  const reads = findNodes(selectStmt, 'RangeVar').some((range) =>
    ofTenant.has(toNamedRelation(range).relation),
  );
  return drawing.has(toNamedRelation(relation).relation) && reads && !brought;
}

/** Tests for an outer join that crashes a coordinator beside a selective condition (Citus 13.2.2). */
function keepsOfAll(
  { jointype, larg, rarg }: NodeFields,
  belongs: (named: NamedRelation) => boolean,
  own: ReadonlySet<string>,
): boolean {
  const left = fieldsOfNode(larg)['RangeVar'];
  const right = fieldsOfNode(rarg)['RangeVar'];
  return (
    jointype === 'JOIN_LEFT' &&
    left !== undefined &&
    right !== undefined &&
    !belongs(toNamedRelation(left)) &&
    !own.has(toNamedRelation(left).relation) &&
    belongs(toNamedRelation(right))
  );
}

/** Finds writing statements before an insert from table rows. */
function wrongBefore({ withClause, selectStmt }: NodeFields): string[] {
  const written = findNodes(withClause, 'CommonTableExpr').some(isWritingCte);
  return written && findNodes(selectStmt, 'RangeVar').length > 0
    ? ['rows are inserted after a statement that writes']
    : [];
}

/**
 * Forbidden uses of non-immutable functions in a change: the result may differ on another node. Before
 * sending, the coordinator evaluates only expressions without columns.
 */
const wrongChanges: Readonly<
  Record<
    string,
    (change: NodeFields, known: CatalogFacts, kind: (typeof changes)[number]) => boolean
  >
> = {
  // `excluded` has the moment of its default.
  'an unsteady function is called in do update': ({ onConflictClause }, known) =>
    isUnsteady(onConflictClause, known),
  'an unsteady function is called in returning': ({ returningClause }, known) =>
    isUnsteady(returningClause, known),
  'an unsteady function is called in case or coalesce of a change': (change, known) =>
    ['CaseExpr', 'CoalesceExpr'].some((kind) =>
      findNodes(nodesOfChange(change), kind).some((choice) => isUnsteady(choice, known)),
    ),
  'a change calls an unsteady function with a column': (change, known) =>
    findNodes(reckonedBy(change), 'FuncCall').some(
      (call) =>
        isUnsteadyFunction(textsOfName(call['funcname']).at(-1) ?? '', known) &&
        findNodes(call['args'], 'ColumnRef').length > 0,
    ),
  'a change reckons from the clock or a moment, and a column': (change, known) =>
    findNodes(reckonedBy(change), 'A_Expr').some(
      (sum) =>
        ['+', '-'].includes(textsOfName(sum['name']).at(-1) ?? '') &&
        ((hasColumnReference(sum, known.moments) && reckonsIn(sum, 'interval')) ||
          (isUnsteady(sum, known) && findNodes(sum, 'ColumnRef').length > 0)),
    ),
  'a change writes out a moment or day, or reads one from a column': (change, { moments, days }) =>
    findNodes(reckonedBy(change), 'TypeCast').some(
      ({ arg, typeName }) =>
        (fieldsOfNode(arg)['ColumnRef'] !== undefined &&
          hasColumnReference(arg, new Set([...moments, ...days]))) ||
        (['date', 'timestamptz'].includes(nameOfType(typeName)) &&
          findNodes(arg, 'ColumnRef').length > 0),
    ),
  'a change calls a volatile function': ({ withClause, ...change }, { volatile }, kind) =>
    kind !== 'InsertStmt' &&
    listCalledFunctions([withClause, nodesOfChange(change)]).some((name) => volatile.has(name)),
};

/** Assignments and conditions of a change. */
const nodesOfChange = ({ targetList, whereClause }: NodeFields): readonly Node[] => [
  targetList,
  whereClause,
];

const reckoned = new WeakMap<NodeFields, object>();

/** Assignments and conditions without selects, except those that the planner inlines. */
function reckonedBy(change: NodeFields): object {
  const before = reckoned.get(change);
  if (before !== undefined) return before;
  const parts = indexTree(inlinedParts(change).map(withoutSelects));
  reckoned.set(change, parts);
  return parts;
}

/** Assignments and conditions, with the sub-selects that the planner inlines. */
function inlinedParts(change: NodeFields): readonly Node[] {
  const { fromClause, usingClause, withClause } = change;
  const before = new Map(
    toNodeList(fieldsOfNode(withClause)['ctes'])
      .map((part) => fieldsOfNode(fieldsOfNode(part)['CommonTableExpr']))
      .filter(({ ctematerialized }) => ctematerialized !== 'CTEMaterializeAlways')
      .map(({ ctename, ctequery }) => [ctename, ctequery]),
  );
  const flattenedBelow = (from: Node): readonly Node[] => {
    const { RangeVar: range, RangeSubselect: sub, JoinExpr: join } = fieldsOfNode(from);
    const { larg, rarg } = fieldsOfNode(join);
    if (join !== undefined) return [larg, rarg].flatMap(flattenedBelow);
    return flattened(before.get(fieldsOfNode(range)['relname']) ?? fieldsOfNode(sub)['subquery']);
  };
  /** Expressions of an inlined select; empty if it sorts, counts or limits. */
  const flattened = (query: Node): readonly Node[] => {
    const select = fieldsOfNode(fieldsOfNode(query)['SelectStmt']);
    const { targetList, fromClause } = select;
    const counts = findNodes(targetList, 'FuncCall').some(({ over }) => over !== undefined);
    if (counts || keepsApart.some((clause) => select[clause] !== undefined)) return [];
    return [targetList, ...toNodeList(fromClause).flatMap(flattenedBelow)];
  };
  return [
    nodesOfChange(change),
    ...[fromClause, usingClause].flatMap(toNodeList).flatMap(flattenedBelow),
  ];
}

const keepsApart = [
  'groupClause',
  'distinctClause',
  'limitCount',
  'limitOffset',
  'larg',
  'valuesLists',
] as const;

const hasColumnReference = (node: Node, columns: ReadonlySet<string>): boolean =>
  findNodes(node, 'ColumnRef').some(({ fields }) => columns.has(textsOfName(fields).at(-1) ?? ''));

const reckonsIn = (node: Node, type: string): boolean =>
  findNodes(node, 'TypeCast').some(({ typeName }) => nameOfType(typeName) === type);

const nameOfType = (type: Node): string => textsOfName(fieldsOfNode(type)['names']).at(-1) ?? '';

const isUnsteadyFunction = (name: string, { stable, volatile }: CatalogFacts): boolean =>
  stable.has(name) || volatile.has(name);

const isUnsteady = (node: Node, known: CatalogFacts): boolean =>
  findNodes(node, 'SQLValueFunction').length > 0 ||
  listCalledFunctions(node).some((name) => isUnsteadyFunction(name, known));

const listCalledFunctions = (node: Node): string[] =>
  findNodes(node, 'FuncCall').flatMap(({ funcname }) => textsOfName(funcname).slice(-1));

/** Settings reach the nodes only by `set local`; ids drawn on nodes begin far above all others. */
function wrongCalls(tree: Node): string[] {
  const called = new Set(listCalledFunctions(tree));
  return [
    ...(called.has('set_config') ? ['set_config'] : []),
    ...['nextval', 'keep_ids_above']
      .filter((name) => called.has(name) && findNodes(tree, 'RangeVar').length > 0)
      .map((name) => `${name} over rows`),
    // A cluster has equally named functions for sessions of all nodes.
    ...findNodes(tree, 'FuncCall')
      .filter(({ args }) =>
        toNodeList(args).some((one) => fieldsOfNode(one)['ParamRef'] !== undefined),
      )
      .map(({ funcname }) => textsOfName(funcname).at(-1) ?? '')
      .filter((name) => ['pg_cancel_backend', 'pg_terminate_backend'].includes(name))
      .map((name) => `${name} is not told what it is given`),
  ];
}

const isWritingCte = ({ ctequery }: NodeFields): boolean =>
  changes.some((kind) => findNodes(ctequery, kind).length > 0);

/** Relations read by one level of a statement, and its stated companies. */
interface StatementLevel {
  readonly from: readonly NamedRelation[];
  /** Aliases whose tenant_id is a parameter; '': a column without an alias. */
  readonly tenants: ReadonlySet<string>;
  /** True if a joined sub-select has no tables and no lateral reference. */
  readonly bare: boolean;
}

function* levelsOfStatement(tree: Node): Generator<StatementLevel> {
  for (const { fromClause, whereClause } of findNodes(tree, 'SelectStmt').flatMap(branchesOf))
    yield makeStatementLevel(toNodeList(fromClause), whereClause);
  for (const { relation, fromClause, whereClause } of findNodes(tree, 'UpdateStmt'))
    yield makeStatementLevel([{ RangeVar: relation }, ...toNodeList(fromClause)], whereClause);
  for (const { relation, usingClause, whereClause } of findNodes(tree, 'DeleteStmt'))
    yield makeStatementLevel([{ RangeVar: relation }, ...toNodeList(usingClause)], whereClause);
}

/** Branches of a select, or of a union and similar operators. */
function branchesOf(select: NodeFields): NodeFields[] {
  const { larg, rarg } = select;
  return larg === undefined
    ? [select]
    : [larg, rarg].flatMap((one) => branchesOf(fieldsOfNode(one)));
}

function makeStatementLevel(from: readonly Node[], where: Node): StatementLevel {
  const items = from.flatMap(parseFromItems);
  const conditions = [where, ...items.flatMap(({ on }) => on)].flatMap(splitConjuncts);
  return {
    from: items.flatMap(({ range }) => range),
    tenants: new Set(conditions.flatMap(tenantAliasesOf)),
    bare: items.some(({ bare }) => bare),
  };
}

interface FromItem {
  readonly range: readonly NamedRelation[];
  readonly on: readonly Node[];
  readonly bare: boolean;
}

/** Items of a FROM: relations and joins; a sub-select is a separate level. */
function parseFromItems(node: Node): FromItem[] {
  const { RangeVar: range, JoinExpr: join, RangeSubselect: sub } = fieldsOfNode(node);
  if (range !== undefined) return [{ range: [toNamedRelation(range)], on: [], bare: false }];
  if (join !== undefined) {
    const { larg, rarg, quals } = fieldsOfNode(join);
    return [
      ...parseFromItems(larg),
      ...parseFromItems(rarg),
      { range: [], on: [quals], bare: false },
    ];
  }
  const { subquery, lateral } = fieldsOfNode(sub);
  const { fromClause, valuesLists, larg } = fieldsOfNode(fieldsOfNode(subquery)['SelectStmt']);
  const hasClauses = [lateral, fromClause, valuesLists, larg].some((one) => one !== undefined);
  return [{ range: [], on: [], bare: sub !== undefined && !hasClauses }];
}

function toNamedRelation(range: Node): NamedRelation {
  const { relname, alias } = fieldsOfNode(range);
  const { aliasname } = fieldsOfNode(alias);
  return { relation: String(relname), alias: String(aliasname ?? relname) };
}

/** Conditions that must all hold. */
function splitConjuncts(condition: Node): readonly Node[] {
  const { boolop, args } = fieldsOfNode(fieldsOfNode(condition)['BoolExpr']);
  return boolop === 'AND_EXPR' ? toNodeList(args).flatMap(splitConjuncts) : [condition];
}

/** Aliases whose tenant_id a condition equates with a parameter, in every alternative. */
function tenantAliasesOf(condition: Node): string[] {
  const { boolop, args } = fieldsOfNode(fieldsOfNode(condition)['BoolExpr']);
  if (boolop === 'OR_EXPR') {
    const [first = new Set<string>(), ...others] = toNodeList(args).map(
      (one) => new Set(splitConjuncts(one).flatMap(tenantAliasesOf)),
    );
    return [...first].filter((name) => others.every((other) => other.has(name)));
  }
  const { name, lexpr, rexpr } = fieldsOfNode(fieldsOfNode(condition)['A_Expr']);
  if (textsOfName(name).at(-1) !== '=') return [];
  const sides = [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ] as const;
  return sides.flatMap(([column, value]) => {
    const words = textsOfName(fieldsOfNode(fieldsOfNode(column)['ColumnRef'])['fields']);
    return words.at(-1) === 'tenant_id' && isGiven(value) ? [words.at(-2) ?? ''] : [];
  });
}

/** Tests for a parameter or constant, with any cast. */
function isGiven(node: Node): boolean {
  const { ParamRef: parameter, A_Const: constant, TypeCast: cast } = fieldsOfNode(node);
  if (cast !== undefined) return isGiven(fieldsOfNode(cast)['arg']);
  return parameter !== undefined || constant !== undefined;
}

/** Nodes by kind of trees that many rules read: tests read ten thousand statements. */
const indexedTrees = new WeakMap<object, ReadonlyMap<string, readonly NodeFields[]>>();

/** Prepares a tree for finding nodes of many kinds. */
function indexTree<T extends object>(tree: T): T {
  const found = new Map<string, NodeFields[]>();
  collectAllNodes(tree, found);
  indexedTrees.set(tree, found);
  return tree;
}

/** Fields of every descendant node of a kind, outer nodes first. */
function findNodes(node: Node, kind: string): readonly NodeFields[] {
  if (typeof node !== 'object' || node === null) return [];
  const index = indexedTrees.get(node);
  if (index !== undefined) return index.get(kind) ?? [];
  const found: NodeFields[] = [];
  collectNodes(node, kind, found);
  return found;
}

function collectNodes(node: Node, kind: string, found: NodeFields[]): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) collectNodes(one, kind, found);
    return;
  }
  for (const key of Object.keys(node)) {
    // SAFETY: an object of the tree has fields of nodes.
    const below = (node as NodeFields)[key];
    if (key === kind) found.push(fieldsOfNode(below));
    collectNodes(below, kind, found);
  }
}

/** Collects the nodes of all kinds, whose names alone begin with a capital. */
function collectAllNodes(node: Node, found: Map<string, NodeFields[]>): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) collectAllNodes(one, found);
    return;
  }
  for (const key of Object.keys(node)) {
    // SAFETY: an object of the tree has fields of nodes.
    const below = (node as NodeFields)[key];
    if (key.charCodeAt(0) < LOWER_CASE) {
      const same = found.get(key);
      if (same === undefined) found.set(key, [fieldsOfNode(below)]);
      else same.push(fieldsOfNode(below));
    }
    collectAllNodes(below, found);
  }
}

/** Character code of "a". */
const LOWER_CASE = 97;

/** Copies a tree without its selects. */
function withoutSelects(node: Node): Node {
  if (Array.isArray(node)) return node.map(withoutSelects);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => key !== 'SelectStmt');
  return Object.fromEntries(kept.map(([key, below]) => [key, withoutSelects(below)]));
}

/** The parts of a name. */
const textsOfName = (node: Node): string[] =>
  findNodes(node, 'String').map(({ sval }) => String(sval));

const fieldsOfNode = (node: Node): NodeFields =>
  // SAFETY: an object of the tree has fields of nodes.
  typeof node === 'object' && node !== null && !Array.isArray(node) ? (node as NodeFields) : {};

const toNodeList = (node: Node): readonly Node[] => (Array.isArray(node) ? node : []);

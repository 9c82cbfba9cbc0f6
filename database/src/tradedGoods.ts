/**
 * Kinds that are trade, and the way their goods go: what came (or left, below 0) times it is what was traded. A test
 * compares them with the domain's.
 */
export const tradeWays: readonly (readonly [kind: string, way: 1 | -1])[] = [
  ['purchaseIn', 1],
  ['purchaseBack', -1],
  ['saleOut', -1],
  ['saleBack', 1],
  ['retailOut', -1],
  ['retailBack', 1],
];

/** What is added up of trade: with tax and after the discount, in base units and the company's own currency. */
export const tradeMeasures = ['quantity', 'amount', 'tax', 'discount', 'charges', 'cost'] as const;
export type TradeMeasure = (typeof tradeMeasures)[number];

const kinds = tradeWays.map(([kind]) => `'${kind}'`).join();
const ways = tradeWays.map(([kind, way]) => `('${kind}', ${way})`).join();

/** The amounts of a line, as they stand in its document's currency. */
const paid: readonly (readonly [TradeMeasure, string])[] = [
  ['amount', 'line.total - line.discount_share'],
  ['tax', 'line.tax'],
  ['discount', 'line.discount_share'],
  ['charges', 'line.fee_share'],
];

/** What rows say beside what was traded, of a line and of a move. A document's first line is its head. */
const tells = {
  document_id: { line: 'line.document_id', move: 'move.document_id' },
  line: { line: 'line.line', move: 'null' },
  warehouse_id: { line: 'coalesce(line.warehouse_id, 0)', move: 'spot.id' },
  sku_id: { line: 'line.sku_id', move: 'move.sku_id' },
  lines: { line: '1', move: '0' },
  heads: { line: '(line.position = 1)::integer', move: '0' },
} as const;
export type TradedColumn = keyof typeof tells;
// SAFETY: a constant has the keys of its type and no others.
const everything = Object.keys(tells) as TradedColumn[];

/** What is asked of trade. */
interface Told {
  /** What rows say beside what was traded; default: all. Each is carried through every step for every row. */
  readonly columns?: readonly TradedColumn[];
  /** Which documents, as a condition on `document`; default: all. */
  readonly of?: string;
  /** Which measures, beside the quantity; default: all. Without the cost no move is read. */
  readonly measures?: readonly TradeMeasure[];
  /** What is told of the document with each row, by its name: expressions on `document`. */
  readonly also?: Readonly<Record<string, string>>;
  /** Whether rows tell in which warehouse; default: they do. Of a move it takes longer than all else: it may be of two. */
  readonly byWarehouse?: boolean;
}

/**
 * What documents in force traded, from their lines and their moves: a row for each line, and one for what each move took of
 * stock's worth. Columns are those asked for, what is told of the document, and the measures, null where a row has none of it. Text
 * of a relation, where `$1` is the company; an amount in another currency is converted once and shared as the lines share it.
 */
export function tradedGoods({
  columns = everything,
  of = 'true',
  measures = tradeMeasures,
  also = {},
  byWarehouse = true,
}: Told = {}): string {
  const asked = paid.filter(([name]) => measures.includes(name));
  const costs = measures.includes('cost');
  const own = (row: 'line' | 'move'): string =>
    columns.map((name) => `${tells[name][row]} as ${name}`).join();
  const told = (relation: string): string =>
    Object.keys(also)
      .map((name) => `, ${relation}.${name}`)
      .join('');
  const amounts = (expression: (name: string, value: string) => string): string =>
    asked.map(([name, value]) => `, ${expression(name, value)} as ${name}`).join('\n      ');
  const converted = asked.map(([name, value]) => `, ${passed(value)} as ${name}_passed`).join('');
  const noCost = costs ? ', null::numeric as cost' : '';
  const ofLines = `
    from paper
    join document_line line on line.tenant_id = $1 and line.document_id = paper.id
    where line.sku_id is not null`;
  return `(
  with paper as materialized (${papers(of, also)})
  select ${own('line')}${told('paper')}, line.base_quantity as quantity${amounts((_, value) => value)}${noCost}
  ${ofLines} and paper.exchange_rate = 1
  union all
  select ${own('line')}${told('line')}, line.quantity${amounts(sharedOut)}${noCost}
  from (
    select line.*${amounts(dueSoFar)}
    from (
      select line.document_id, line.line, line.warehouse_id, line.sku_id, line.position${told('paper')},
        line.base_quantity as quantity${converted}
      ${ofLines} and paper.exchange_rate <> 1
      window whole as (partition by line.document_id),
        passing as (partition by line.document_id order by line.position)) line) line
  window passing as (partition by line.document_id order by line.position)
  ${costs ? moves(own('move'), asked.length, told('paper'), byWarehouse) : ''})`;
}

/** The documents: they are looked for once, for their lines and for their moves. */
function papers(of: string, also: Readonly<Record<string, string>>): string {
  const told = Object.entries(also).map(([name, expression]) => `, ${expression} as ${name}`);
  return `
    select document.id, document.kind as traded_as, document.exchange_rate, document.money_digits${told.join('')}
    from document where document.tenant_id = $1 and document.in_force and document.kind in (${kinds}) and (${of})`;
}

/** Of an amount of another currency: what has passed with a line, the whole, and the whole converted. */
const passed = (
  value: string,
): string => `array[sum(${value}) over passing, sum(${value}) over whole,
          round(sum(${value}) over whole * paper.exchange_rate, paper.money_digits), paper.money_digits]`;

/** What is due of the converted whole once a line has passed. */
function dueSoFar(name: string): string {
  const [part, whole, converted, digits] = [1, 2, 3, 4].map((at) => `line.${name}_passed[${at}]`);
  return `case when ${part} = ${whole} then ${converted}
        else coalesce(round(${converted} * ${part} / nullif(${whole}, 0), ${digits}::integer), 0) end`;
}
const sharedOut = (name: string): string =>
  `line.${name} - lag(line.${name}, 1, 0::numeric) over passing`;

/** What moves took of stock's worth, after as many amounts as lines have. */
function moves(own: string, amounts: number, told: string, byWarehouse: boolean): string {
  const spots = byWarehouse
    ? `cross join lateral (values (move.to_place, move.to_id, 1), (move.from_place, move.from_id, -1)) as spot(place, id, sign)`
    : `cross join lateral (select 'warehouse' as place, 0::bigint as id,
      (move.to_place = 'warehouse')::integer - (move.from_place = 'warehouse')::integer as sign) as spot`;
  return `
  union all
  select ${own}${told}, null${', null'.repeat(amounts)},
    case spot.sign * kind.way when 1 then move.value when -1 then -move.value else 0 end
  from paper
  join (values ${ways}) as kind(name, way) on kind.name = paper.traded_as
  join stock_move move on move.tenant_id = $1 and move.document_id = paper.id
  ${spots}
  where spot.place = 'warehouse'`;
}

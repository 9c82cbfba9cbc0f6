/**
 * Trade kinds with direction: quantity received (issued: below 0) times the direction is the quantity
 * traded. A test compares the domain.
 */
export const tradeWays: readonly (readonly [kind: string, way: 1 | -1])[] = [
  ['purchaseIn', 1],
  ['purchaseBack', -1],
  ['saleOut', -1],
  ['saleBack', 1],
  ['retailOut', -1],
  ['retailBack', 1],
];

/**
 * Measures of trade: with tax and after discount, in base units and company currency. `freight_estimated` is
 * the part of `freight_cost` without a carrier's bill. `payment_fee` includes fees of later receipts.
 */
export const tradeMeasures = [
  'quantity',
  'amount',
  'tax',
  'discount',
  'charges',
  'cost',
  'freight_cost',
  'freight_estimated',
  'payment_fee',
] as const;
export type TradeMeasure = (typeof tradeMeasures)[number];

const kinds = tradeWays.map(([kind]) => `'${kind}'`).join();
const ways = tradeWays.map(([kind, way]) => `('${kind}', ${way})`).join();

/** Amounts of a line in document currency. */
const paid: readonly (readonly [TradeMeasure, string])[] = [
  ['amount', 'line.total - line.discount_share'],
  ['tax', 'line.tax'],
  ['discount', 'line.discount_share'],
  ['charges', 'line.fee_share'],
];

/** Amounts of a line in company currency, whatever the document's. */
const booked: readonly TradeMeasure[] = ['freight_cost', 'freight_estimated', 'payment_fee'];

/** Attribute columns, for a line and a move. A document's first line is its head. */
const tells = {
  document_id: { line: 'line.document_id', move: 'move.document_id' },
  line: { line: 'line.line', move: 'null' },
  warehouse_id: { line: 'coalesce(line.warehouse_id, 0)', move: 'spot.id' },
  sku_id: { line: 'line.sku_id', move: 'coalesce(move.kit_sku_id, move.sku_id)' },
  lines: { line: '1', move: '0' },
  heads: { line: '(line.position = 1)::integer', move: '0' },
} as const;
export type TradedColumn = keyof typeof tells;
// SAFETY: a constant has exactly the keys of the type.
const everything = Object.keys(tells) as TradedColumn[];

/** Options of a trade query. */
interface TradedGoodsOptions {
  /** Attribute columns; default: all. Each passes through every step for every row. */
  readonly columns?: readonly TradedColumn[];
  /** Condition on `document`; default: all documents. */
  readonly of?: string;
  /** Measures besides the quantity; default: all. Without cost no move is read. */
  readonly measures?: readonly TradeMeasure[];
  /** Document columns per row, by name: expressions on `document`. */
  readonly also?: Readonly<Record<string, string>>;
  /** Rows name the warehouse; default: true. For moves the slowest part: a move may touch two. */
  readonly byWarehouse?: boolean;
}

/**
 * Relation with the trade of documents in force: a row per line, and a row per move for its stock value.
 * Columns: the requested ones, the document's, and the measures, null if absent. `$1` is the company.
 * Foreign amounts are converted once and shared like the lines share the original.
 */
export function tradedGoods({
  columns = everything,
  of = 'true',
  measures = tradeMeasures,
  also = {},
  byWarehouse = true,
}: TradedGoodsOptions = {}): string {
  const asked = paid.filter(([name]) => measures.includes(name));
  const carried = booked.filter((name) => measures.includes(name));
  const costs = measures.includes('cost');
  const own = (row: 'line' | 'move'): string =>
    columns.map((name) => `${tells[name][row]} as ${name}`).join();
  const alsoColumns = (relation: string): string =>
    Object.keys(also)
      .map((name) => `, ${relation}.${name}`)
      .join('');
  const amounts = (expression: (name: string, value: string) => string): string =>
    asked.map(([name, value]) => `, ${expression(name, value)} as ${name}`).join('\n      ');
  const converted = asked
    .map(([name, value]) => `, ${passedAmountsSql(value)} as ${name}_passed`)
    .join('');
  const noCost = costs ? ', null::numeric as cost' : '';
  const freight = carried.map((name) => `, line.${name}`).join('');
  const gaps = [asked.length, carried.length] as const;
  const ofLines = `
    from paper
    join document_line line on line.tenant_id = $1 and line.document_id = paper.id
    where line.sku_id is not null`;
  return `(
  with paper as materialized (${tradedPapersSql(of, also)})
  select ${own('line')}${alsoColumns('paper')},
    line.base_quantity as quantity${amounts((_, value) => value)}${noCost}${freight}
  ${ofLines} and paper.exchange_rate = 1
  union all
  select ${own('line')}${alsoColumns('line')}, line.quantity${amounts(lineShareSql)}${noCost}${freight}
  from (
    select line.*${amounts(dueSoFar)}
    from (
      select line.document_id, line.line, line.warehouse_id, line.sku_id,
        line.position${freight}${alsoColumns('paper')}, line.base_quantity as quantity${converted}
      ${ofLines} and paper.exchange_rate <> 1
      window whole as (partition by line.document_id),
        passing as (partition by line.document_id order by line.position)) line) line
  window passing as (partition by line.document_id order by line.position)
  ${costs ? stockWorthMovesSql(own('move'), gaps, alsoColumns('paper'), byWarehouse) : ''})`;
}

/** Documents, read once for both lines and moves. */
function tradedPapersSql(of: string, also: Readonly<Record<string, string>>): string {
  const alsoColumns = Object.entries(also).map(
    ([name, expression]) => `, ${expression} as ${name}`,
  );
  return `
    select document.id, document.kind as traded_as, document.exchange_rate, document.money_digits${alsoColumns.join('')}
    from document where document.tenant_id = $1 and document.in_force and document.kind in (${kinds}) and (${of})`;
}

/** Running total up to a line, whole, and converted whole of a foreign amount. */
const passedAmountsSql = (
  value: string,
): string => `array[sum(${value}) over passing, sum(${value}) over whole,
          round(sum(${value}) over whole * paper.exchange_rate, paper.money_digits), paper.money_digits]`;

/** Part of the converted whole due after a line. */
function dueSoFar(name: string): string {
  const [part, whole, converted, digits] = [1, 2, 3, 4].map((at) => `line.${name}_passed[${at}]`);
  return `case when ${part} = ${whole} then ${converted}
        else coalesce(round(${converted} * ${part} / nullif(${whole}, 0), ${digits}::integer), 0) end`;
}
const lineShareSql = (name: string): string =>
  `line.${name} - lag(line.${name}, 1, 0::numeric) over passing`;

/** Stock value of moves, placed between the line amounts in document currency and in company currency. */
function stockWorthMovesSql(
  own: string,
  [amounts, carried]: readonly [before: number, after: number],
  alsoColumns: string,
  byWarehouse: boolean,
): string {
  const spots = byWarehouse
    ? `cross join lateral (values (move.to_place, move.to_id, 1), (move.from_place, move.from_id, -1)) as spot(place, id, sign)`
    : `cross join lateral (select 'warehouse' as place, 0::bigint as id,
      (move.to_place = 'warehouse')::integer - (move.from_place = 'warehouse')::integer as sign) as spot`;
  return `
  union all
  select ${own}${alsoColumns}, null${', null'.repeat(amounts)},
    case spot.sign * kind.way when 1 then move.value when -1 then -move.value else 0 end
    ${', null'.repeat(carried)}
  from paper
  join (values ${ways}) as kind(name, way) on kind.name = paper.traded_as
  join stock_move move on move.tenant_id = $1 and move.document_id = paper.id
  ${spots}
  where spot.place = 'warehouse'`;
}

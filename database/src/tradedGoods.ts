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

/** What is asked of trade. */
interface Told {
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
 * stock's worth. Columns document_id, line (null: a move), warehouse_id (of a move 0 where they are not asked for), sku_id, lines,
 * heads (1: the document's first), what is told of the document, and the measures. Text of a relation, where `$1` is the company;
 * an amount in another currency is converted once and shared as the lines share it.
 */
export function tradedGoods({
  of = 'true',
  measures = tradeMeasures,
  also = {},
  byWarehouse = true,
}: Told = {}): string {
  const asked = paid.filter(([name]) => measures.includes(name));
  const amounts = (expression: (name: string, value: string) => string): string =>
    asked.map(([name, value]) => `, ${expression(name, value)} as ${name}`).join('\n      ');
  const told = Object.keys(also)
    .map((name) => `, ${name}`)
    .join('');
  const ofDocument = Object.entries(also)
    .map(([name, expression]) => `, ${expression} as ${name}`)
    .join('');
  const ofPaper = Object.keys(also)
    .map((name) => `, paper.${name}`)
    .join('');
  const costs = measures.includes('cost');
  const lines = (rate: string, values: string): string => `
    select line.document_id, line.line, coalesce(line.warehouse_id, 0) as warehouse_id, line.sku_id, line.position${ofPaper},
      line.base_quantity as quantity${values}
    from paper
    join document_line line on line.tenant_id = $1 and line.document_id = paper.id
    where ${rate} and line.sku_id is not null`;
  const passed = amounts(
    (_, value) => `array[sum(${value}) over passing, sum(${value}) over whole,
        round(sum(${value}) over whole * paper.exchange_rate, paper.money_digits), paper.money_digits]`,
  );
  const due = amounts(
    (name) => `case when ${name}[1] = ${name}[2] then ${name}[3]
        else coalesce(round(${name}[3] * ${name}[1] / nullif(${name}[2], 0), ${name}[4]::integer), 0) end`,
  );
  const shared = amounts((name) => `${name} - lag(${name}, 1, 0::numeric) over passing`);
  const passing = `passing as (partition by document_id order by position)`;
  const spots = byWarehouse
    ? `cross join lateral (values (move.to_place, move.to_id, 1), (move.from_place, move.from_id, -1)) as spot(place, id, sign)`
    : `cross join lateral (select 'warehouse' as place, 0::bigint as id,
      (move.to_place = 'warehouse')::integer - (move.from_place = 'warehouse')::integer as sign) as spot`;
  const moves = `
  union all
  select move.document_id, null, spot.id, move.sku_id, 0, 0${ofPaper}, 0${asked.map(() => ', 0').join('')}, 
    case spot.sign * kind.way when 1 then move.value when -1 then -move.value else 0 end
  from paper
  join (values ${ways}) as kind(name, way) on kind.name = paper.traded_as
  join stock_move move on move.tenant_id = $1 and move.document_id = paper.id
  ${spots}
  where spot.place = 'warehouse'`;
  // Documents are looked for once, for their lines and for their moves.
  return `(
  with paper as materialized (
    select document.id, document.kind as traded_as, document.exchange_rate, document.money_digits${ofDocument}
    from document where document.tenant_id = $1 and document.in_force and document.kind in (${kinds}) and (${of}))
  select document_id, line, warehouse_id, sku_id, 1 as lines, (position = 1)::integer as heads${told}, quantity${asked
    .map(([name]) => `, ${name}`)
    .join('')}${costs ? ', 0 as cost' : ''}
  from (${lines(
    'paper.exchange_rate = 1',
    amounts((_, value) => value),
  )}
    union all
    select document_id, line, warehouse_id, sku_id, position${told}, quantity${shared}
    from (
      select document_id, line, warehouse_id, sku_id, position${told}, quantity${due}
      from (${lines('paper.exchange_rate <> 1', passed)}
        window whole as (partition by line.document_id),
          passing as (partition by line.document_id order by line.position)) passed) due
    window ${passing}) line${costs ? moves : ''})`;
}

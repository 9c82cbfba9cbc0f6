// Trade counted from documents, lines and moves, independent of the product's queries, for tests of custom
// reports.
import { ZERO, decimal, documentKinds, rounded } from '@tradehouse/domain';
import type { Decimal, KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Books } from '../testBooks.ts';

/** A line as its document has it, and what its goods cost where that line is the first of its goods and warehouse. */
interface LineRow {
  readonly document: string;
  readonly kind: KindCode;
  readonly day: string;
  readonly partner: string;
  readonly team: readonly string[];
  readonly creator: string;
  readonly institution: string;
  readonly warehouse: string;
  readonly product: string;
  readonly category: string;
  readonly brand: string;
  readonly rate: string;
  readonly quantity: string;
  readonly amount: string;
  readonly tax: string;
  readonly discount: string;
  readonly charges: string;
  /** What left the warehouse, less what came to it. */
  readonly gone: string;
}

const amounts = ['amount', 'tax', 'discount', 'charges'] as const;
type Measure = (typeof amounts)[number] | 'quantity' | 'cost';
const measures: readonly Measure[] = [...amounts, 'quantity', 'cost'];

/** A line in the company's own currency; `keys` are what it belongs to, by level. */
export interface TradeLine extends Readonly<Record<Measure, Decimal>> {
  readonly document: string;
  readonly kind: KindCode;
  readonly sign: number;
  readonly day: string;
  readonly team: readonly string[];
  readonly creator: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** Every line of trade in force. */
export async function tradeLines({ count }: Books): Promise<readonly TradeLine[]> {
  const rows = await count(sql<LineRow>`
    select document.id as document, document.kind, document.business_date::text as day, coalesce(document.partner_id, 0)::text as partner,
      (select coalesce(array_agg(distinct id::text), '{}') from unnest(document.salesperson_ids) id) as team,
      document.creator_id as creator, coalesce(document.institution_id, 0)::text as institution,
      coalesce(line.warehouse_id, 0)::text as warehouse, sku.product_id as product,
      coalesce(product.category_id, 0)::text as category, coalesce(product.brand_id, 0)::text as brand,
      document.exchange_rate as rate, line.base_quantity as quantity, line.total - line.discount_share as amount, line.tax,
      line.discount_share as discount, line.fee_share as charges,
      case when row_number() over (partition by document.id, line.sku_id, line.warehouse_id order by line.position) = 1 then
        coalesce((select sum(value) from stock_move move where move.document_id = document.id and move.sku_id = line.sku_id
          and move.from_place = 'warehouse' and move.from_id = line.warehouse_id), 0)
        - coalesce((select sum(value) from stock_move move where move.document_id = document.id and move.sku_id = line.sku_id
          and move.to_place = 'warehouse' and move.to_id = line.warehouse_id), 0) else 0 end as gone
    from document join document_line line on line.document_id = document.id join sku on sku.id = line.sku_id
    join product on product.id = sku.product_id
    where document.in_force and document.deleted_at is null
    order by document.id, line.position`);
  const trades = rows.filter(({ kind }) => documentKinds[kind].trade !== null);
  return [...Map.groupBy(trades, ({ document }) => document).values()].flatMap(inOwnCurrency);
}

/** A document's amounts are converted once, and shared as its lines share them. */
function inOwnCurrency(lines: readonly LineRow[]): readonly TradeLine[] {
  const shared = Object.fromEntries(
    amounts.map((name) => {
      if (lines.every(({ rate }) => decimal(rate).eq(1)))
        return [name, lines.map((line) => decimal(line[name]))] as const;
      const whole = lines.reduce((sum, line) => sum.plus(line[name]), ZERO);
      const due = rounded(whole.times(lines[0]?.rate ?? 1), 2);
      let [passed, given] = [ZERO, ZERO];
      const parts = lines.map((line) => {
        passed = passed.plus(line[name]);
        const upTo = passed.eq(whole) ? due : rounded(due.times(passed).div(whole), 2);
        const part = upTo.minus(given);
        given = upTo;
        return part;
      });
      return [name, parts] as const;
    }),
  );
  return lines.map((line, at) => {
    const { kind, document, day, team, creator, partner, ...of } = line;
    const trade = documentKinds[kind].trade;
    const sells = trade?.side !== 'purchase';
    const sign = trade?.sign ?? 0;
    const part = (name: Measure): Decimal => shared[name]?.[at] ?? ZERO;
    return {
      document,
      kind,
      sign,
      day,
      team,
      creator,
      keys: {
        document,
        kind,
        month: `${day.slice(0, 7)}-01`,
        customer: partner,
        supplier: partner,
        product: of.product,
        category: of.category,
        brand: of.brand,
        institution: of.institution,
        warehouse: of.warehouse,
      },
      quantity: decimal(of.quantity),
      amount: part('amount'),
      tax: part('tax'),
      discount: part('discount'),
      charges: part('charges'),
      cost: decimal(of.gone).times(sells ? sign : -sign),
    };
  });
}

/** Row of a report, computed independently of the server. */
export interface HandRow extends Readonly<Record<Measure, Decimal>> {
  readonly documents: ReadonlySet<string>;
  readonly returnedQuantity: Decimal;
  readonly returnedAmount: Decimal;
}

interface Parcel {
  readonly key: string;
  readonly line: TradeLine;
}

/** Rows by their ids. What a team sold in rows of one kind is shared in equal parts, by running totals. */
export function byHand(
  lines: readonly TradeLine[],
  levels: readonly string[],
): ReadonlyMap<string, HandRow> {
  const isTeam = levels.includes('salesperson');
  const keyOf = (line: TradeLine, person: string): string =>
    levels.map((level) => (level === 'salesperson' ? person : (line.keys[level] ?? ''))).join('.');
  const teams = Map.groupBy(lines, (line) =>
    [keyOf(line, '*'), line.kind, isTeam ? line.team.join() : ''].join(' '),
  );
  const parcels = [...teams.values()].flatMap((together): Parcel[] => {
    const [first] = together;
    if (first === undefined) return [];
    if (!isTeam) return together.map((line) => ({ key: keyOf(line, ''), line }));
    const team =
      first.team.length === 0 ? ['0'] : first.team.toSorted((a, b) => Number(a) - Number(b));
    const sums = Object.fromEntries(
      measures.map((name) => [name, together.reduce((sum, line) => sum.plus(line[name]), ZERO)]),
    );
    const upTo = (name: Measure, place: number): Decimal => {
      const whole = sums[name] ?? ZERO;
      if (place === team.length) return whole;
      return rounded(whole.times(place).div(team.length), name === 'quantity' ? 6 : 2);
    };
    return team.flatMap((person, at) => {
      const part = (name: Measure): Decimal => upTo(name, at + 1).minus(upTo(name, at));
      // The first line stands for all of them; the others tell which documents they are of.
      return together.map((line, nth) => ({
        key: keyOf(line, person),
        line: {
          ...line,
          ...Object.fromEntries(measures.map((name) => [name, nth === 0 ? part(name) : ZERO])),
        },
      }));
    });
  });
  return new Map(
    [...Map.groupBy(parcels, ({ key }) => key)].map(([key, own]) => [
      key,
      rowOf(own.map(({ line }) => line)),
    ]),
  );
}

function rowOf(lines: readonly TradeLine[]): HandRow {
  const net = (name: Measure): Decimal =>
    lines.reduce((sum, line) => sum.plus(line[name].times(line.sign)), ZERO);
  const came = (name: Measure): Decimal =>
    lines.reduce((sum, line) => (line.sign < 0 ? sum.plus(line[name]) : sum), ZERO);
  return {
    documents: new Set(lines.map(({ document }) => document)),
    quantity: net('quantity'),
    amount: net('amount'),
    tax: net('tax'),
    discount: net('discount'),
    charges: net('charges'),
    cost: net('cost'),
    returnedQuantity: came('quantity'),
    returnedAmount: came('amount'),
  };
}

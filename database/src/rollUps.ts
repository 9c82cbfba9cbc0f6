import { tradeMeasures } from './tradedGoods.ts';

/** A table that adds the ledgers up, and what identifies and what sums in its rows. */
export interface RollUp {
  readonly table: string;
  /** The primary key without the company. */
  readonly key: readonly string[];
  readonly sums: readonly string[];
}

/** The amounts that the documents of a day add up to, under the columns' names in `document`. */
export const dayAmounts = [
  'goods_amount',
  'total_amount',
  'discount',
  'service_charge',
  'service_fees',
  'other_fees',
  'freight',
  'payable',
  'deposit_used',
  'paid_now',
  'deposit_taken',
  'received',
  'change_given',
  'debt',
  'settled',
  'bonus',
] as const;

/** Columns with the difference between the booked part of an amount and its worth at the document's own rate. */
export const bookedOffs: Readonly<Partial<Record<(typeof dayAmounts)[number], string>>> = {
  settled: 'settled_off',
  deposit_taken: 'deposit_taken_off',
};

/**
 * The roll-ups that postings note in `unfolded_posting` and that are folded in behind them. Of each there are two
 * views: `unfolded_…` is what is not in it yet, `whole_…` is all of it; a key may come more than once in either.
 */
export const rollUps: readonly RollUp[] = [
  {
    table: 'stock_period',
    key: ['sku_id', 'warehouse_id', 'lot', 'stock_type', 'grain', 'starts_on'],
    sums: ['quantity', 'came'],
  },
  { table: 'sku_period', key: ['sku_id', 'grain', 'starts_on'], sums: ['quantity', 'value'] },
  { table: 'money_balance', key: ['purse', 'holder_id'], sums: ['amount'] },
  {
    table: 'money_period',
    key: ['purse', 'holder_id', 'grain', 'starts_on'],
    sums: [
      'amount',
      'amount_in',
      'amount_out',
      'documents',
      'settled',
      'debits',
      'credits',
      'passed',
    ],
  },
  {
    table: 'goods_trade',
    key: ['sku_id', 'month', 'kind', 'warehouse_id', 'creator_id', 'institution_id'],
    sums: ['documents', ...tradeMeasures],
  },
  { table: 'sku_trade', key: ['month', 'kind', 'sku_id'], sums: tradeMeasures },
  {
    table: 'partner_trade',
    key: [
      'grain',
      'starts_on',
      'kind',
      'partner_id',
      'salesperson_ids',
      'warehouse_id',
      'creator_id',
      'institution_id',
    ],
    sums: ['documents', 'lines', ...tradeMeasures],
  },
  {
    table: 'trade_period',
    key: ['grain', 'starts_on', 'kind', 'creator_id', 'institution_id'],
    sums: ['amount', 'tax', 'cost'],
  },
  {
    table: 'document_day',
    key: ['kind', 'business_date', 'creator_id', 'institution_id', 'debt_state'],
    sums: ['documents', 'total_quantity', ...dayAmounts],
  },
];

/**
 * A company's rows of a roll-up with what is not folded into it yet, one a key, to stand in a `from`. What came out even
 * is no row.
 * @param tenantId SQL that says which company: a parameter, or digits from the database
 */
export function wholeOf({ table, key, sums }: RollUp, tenantId: string): string {
  const added = sums.map((column) => `sum(${column}) as ${column}`).join();
  const uneven = sums.map((column) => `sum(${column}) <> 0`).join(' or ');
  return `(select tenant_id, ${key.join()}, ${added} from whole_${table} where tenant_id = ${tenantId}
    group by tenant_id, ${key.join()} having ${uneven})`;
}

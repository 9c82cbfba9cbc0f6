// What names a record without a foreign key: arrays, and columns that name now this table and now that.

/** A column whose values are ids of records. */
export interface LooseName {
  readonly table: string;
  /** Of ids; or of arrays of them, when it ends in `_ids`. */
  readonly column: string;
  /** The ids as an expression of a select list, where the column is neither. */
  readonly ids?: string;
  /**
   * Named table → the rows that name it, as a condition over the row's own columns, where `$1` is the company; or the
   * column that says which table it is.
   */
  readonly names: Readonly<Record<string, string>> | string;
  /** The column with the id of the document that the row belongs to. */
  readonly paper?: 'id' | 'document_id';
  /** What a row does when the record goes; absent: the record can't go. */
  readonly follows?: 'goes' | 'forgets';
}

const always = 'true';

const purses = (purse: string, id: string) => ({
  account: `${purse} = 'account'`,
  in_out_item: `${purse} = 'item'`,
  partner: `${purse} in ('receivable', 'payable', 'deposit', 'prepaid', 'bonus') and ${id} <> 0`,
});
const places = (place: string, id: string) => ({
  partner: `${place} in ('supplier', 'customer') and ${id} <> 0`,
  warehouse: `${place} in ('warehouse', 'transit')`,
});
const holders = { activity: `source = 'activity'`, document: `source = 'order'` };
const sheets = (...named: string[]): string =>
  `exists (select from sheet_import where sheet_import.tenant_id = $1
    and sheet_import.id = sheet_row.import_id and sheet in (${named.map((sheet) => `'${sheet}'`).join()}))`;

/** Every one of them: a test finds the columns that are missing here. */
export const looseNames: readonly LooseName[] = [
  {
    table: 'announcement',
    column: 'audience_ids',
    names: { app_user: `audience = 'user'`, role: `audience = 'role'` },
  },
  // What somebody did to themselves alone (signing in, a new password) keeps no one.
  {
    table: 'audit_log',
    column: 'user_id',
    names: { app_user: 'subject_id <> user_id::text' },
  },
  { table: 'document', column: 'salesperson_ids', names: { person: always }, paper: 'id' },
  { table: 'document', column: 'warehouse_ids', names: { warehouse: always }, paper: 'id' },
  { table: 'document_day', column: 'creator_id', names: { app_user: always } },
  {
    table: 'document_day',
    column: 'institution_id',
    names: { institution: 'institution_id <> 0' },
  },
  // No document is ever deleted.
  { table: 'document_line', column: 'document_id', names: { document: always } },
  {
    table: 'document_line',
    column: 'product_id',
    names: { product: always },
    paper: 'document_id',
  },
  // The barcode that it names as well keeps it.
  { table: 'document_line', column: 'sku_id', names: { sku: always }, paper: 'document_id' },
  {
    table: 'document_line',
    column: 'warehouse_id',
    names: { warehouse: always },
    paper: 'document_id',
  },
  { table: 'document_service', column: 'document_id', names: { document: always } },
  { table: 'document_settlement', column: 'document_id', names: { document: always } },
  { table: 'goods_trade', column: 'creator_id', names: { app_user: always } },
  { table: 'goods_trade', column: 'institution_id', names: { institution: 'institution_id <> 0' } },
  { table: 'goods_trade', column: 'sku_id', names: { sku: always } },
  { table: 'goods_trade', column: 'warehouse_id', names: { warehouse: 'warehouse_id <> 0' } },
  { table: 'idempotency', column: 'user_id', names: { app_user: always }, follows: 'goes' },
  // A record that is gone is brought again by the next run.
  {
    table: 'import_record',
    column: 'target_id',
    names: 'target_table',
    follows: 'goes',
  },
  { table: 'lock_history', column: 'source_id', names: holders },
  { table: 'login', column: 'user_id', names: { app_user: always }, follows: 'goes' },
  { table: 'login_challenge', column: 'user_id', names: { app_user: always }, follows: 'goes' },
  { table: 'money_balance', column: 'holder_id', names: purses('purse', 'holder_id') },
  {
    table: 'money_entry',
    column: 'from_id',
    names: purses('from_purse', 'from_id'),
    paper: 'document_id',
  },
  {
    table: 'money_entry',
    column: 'to_id',
    names: purses('to_purse', 'to_id'),
    paper: 'document_id',
  },
  // The document's own row names its partner by foreign key as it is first posted.
  { table: 'money_entry', column: 'document_id', names: { document: always } },
  {
    table: 'money_entry',
    column: 'partner_id',
    names: { partner: 'partner_id is not null' },
    paper: 'document_id',
  },
  { table: 'money_period', column: 'holder_id', names: purses('purse', 'holder_id') },
  { table: 'partner_trade', column: 'creator_id', names: { app_user: always } },
  {
    table: 'partner_trade',
    column: 'institution_id',
    names: { institution: 'institution_id <> 0' },
  },
  { table: 'partner_trade', column: 'partner_id', names: { partner: 'partner_id <> 0' } },
  { table: 'partner_trade', column: 'salesperson_ids', names: { person: always } },
  { table: 'partner_trade', column: 'warehouse_id', names: { warehouse: 'warehouse_id <> 0' } },
  {
    table: 'product',
    column: 'attributes',
    ids: `(jsonb_array_elements(attributes) ->> 'id')::bigint`,
    names: { attribute: always },
  },
  { table: 'serial_number', column: 'in_document_id', names: { document: always } },
  { table: 'serial_number', column: 'out_document_id', names: { document: always } },
  // A program's token dies with the program.
  { table: 'session', column: 'application_id', names: { oauth_app: always }, follows: 'goes' },
  // A session belongs to its user; where it was chosen to work in is chosen again.
  {
    table: 'session',
    column: 'institution_id',
    names: { institution: always },
    follows: 'forgets',
  },
  { table: 'session', column: 'user_id', names: { app_user: always }, follows: 'goes' },
  { table: 'session', column: 'viewer_id', names: { app_user: always }, follows: 'goes' },
  {
    table: 'sheet_row',
    column: 'target_id',
    names: {
      partner: sheets('suppliers', 'customers', 'members'),
      exchange_rate: sheets('exchangeRates'),
      product: sheets('products', 'openingStock'),
    },
    follows: 'forgets',
  },
  { table: 'sku_period', column: 'sku_id', names: { sku: always } },
  { table: 'sku_trade', column: 'sku_id', names: { sku: always } },
  { table: 'stock_reservation', column: 'source_id', names: holders },
  {
    table: 'stock_move',
    column: 'from_id',
    names: places('from_place', 'from_id'),
    paper: 'document_id',
  },
  {
    table: 'stock_move',
    column: 'to_id',
    names: places('to_place', 'to_id'),
    paper: 'document_id',
  },
  { table: 'stock_move', column: 'document_id', names: { document: always } },
  // What was posted keeps what it costs, and that keeps it.
  { table: 'stock_move', column: 'sku_id', names: { sku: always }, paper: 'document_id' },
  // Days and months follow from the ledger.
  { table: 'stock_period', column: 'sku_id', names: { sku: always } },
  { table: 'stock_period', column: 'warehouse_id', names: { warehouse: always } },
  {
    table: 'stored_file',
    column: 'owner_id',
    names: {
      app_user: `owner in ('user', 'schedule')`,
      brand: `owner = 'brand'`,
      document: `owner in ('document', 'tally')`,
      invoice: `owner = 'invoice'`,
      product: `owner = 'product'`,
    },
    follows: 'goes',
  },
  { table: 'trade_period', column: 'creator_id', names: { app_user: always } },
  {
    table: 'trade_period',
    column: 'institution_id',
    names: { institution: 'institution_id <> 0' },
  },
];

/** The record that a row is a part of: the row's column with its id, its table, and the column that has its name. */
export interface Part {
  readonly column: string;
  readonly of: string;
  readonly name: string;
}

const ofCount: Part = { column: 'sheet_id', of: 'count_sheet', name: 'number' };
const ofUser: Part = { column: 'user_id', of: 'app_user', name: 'name' };

/** Tables whose rows are known only by what they are a part of; what has a `document_id` and no name is known by that. */
export const parts: Readonly<Record<string, Part>> = {
  bank_match: { column: 'statement_id', of: 'bank_statement', name: 'name' },
  bank_row: { column: 'statement_id', of: 'bank_statement', name: 'name' },
  activity_line: { column: 'activity_id', of: 'activity', name: 'name' },
  count_line: ofCount,
  count_share: ofCount,
  price_adjustment_line: { column: 'adjustment_id', of: 'price_adjustment', name: 'number' },
  safety_stock: { column: 'product_id', of: 'product', name: 'name' },
  user_customer: ofUser,
  user_institution: ofUser,
  user_warehouse: ofUser,
};

/** Ledgers name whom a document named once; by now it may name another. */
export const ledgers: readonly string[] = ['money_entry', 'stock_move'];

/** Which rows of a loose name's table name records of `table`; null: none. */
export function naming({ names }: LooseName, table: string): string | null {
  return typeof names === 'string' ? `${names} = '${table}'` : (names[table] ?? null);
}

/** The ids that a row names, one by one, as an expression of a select list. */
export const idsIn = ({ column, ids }: Pick<LooseName, 'column' | 'ids'>): string =>
  ids ?? (column.endsWith('_ids') ? `unnest(${column})` : column);

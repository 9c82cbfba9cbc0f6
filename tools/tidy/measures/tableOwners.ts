import type { ProjectSource } from '../sources.ts';

/**
 * Module of the server → tables only the module may write and read; others ask it. Roll-ups are read by
 * views.
 */
const tableOwners: Readonly<Record<string, string>> = {
  kernel: 'audit_log failed_try idempotency outbox',
  bank: 'bank_match bank_row bank_statement',
  catalog: `
    attribute barcode brand category list_price price_adjustment price_adjustment_line
    price_list product product_property safety_stock service sku unit`,
  closing: 'period_closing',
  document: `
    delivery delivery_pick document document_line document_link document_number document_review
    document_service document_settlement line_allocation parcel tally`,
  externalOrder: 'external_order external_order_line product_relation',
  file: 'stored_file',
  identity: 'app_user role role_function',
  institution: 'institution user_institution',
  invoice: 'invoice invoice_bill invoice_import',
  jsherp: 'dump_import import_record',
  logistics: `
    freight_info logistics_company logistics_order logistics_parcel logistics_secret
    logistics_tariff logistics_track`,
  message: 'announcement message',
  money: 'account in_out_item ledger_account ledger_role revenue_class',
  openApi: `
    oauth_app oauth_order oauth_secret oauth_sign webhook webhook_delivery webhook_secret
    webhook_turn`,
  partner: 'partner person user_customer',
  platform: 'platform_config tenant',
  posting: `
    lock_history lot money_entry serial_number sku_cost stock_balance stock_lock stock_move
    stock_reservation unfolded_posting`,
  print: 'label_template print_logo print_template',
  report: 'due_notice',
  sample: 'sample',
  savedView: 'saved_view saved_view_default saved_view_role view_schedule',
  session: 'login login_challenge session user_preference',
  sheet: 'sheet_fault sheet_import sheet_row',
  shell: 'page_view',
  stock: `
    activity activity_line count_line count_result count_share count_sheet stock_alert`,
  system: 'exchange_rate function tenant_setting',
  warehouse: 'user_warehouse warehouse',
};

export const ownedTables = (): readonly string[] => Object.values(tableOwners).flatMap(tablesOf);

const tablesOf = (names: string): readonly string[] => names.trim().split(/\s+/);

const moduleOrKernelOf = (file: string): string | undefined =>
  /^server\/src\/modules\/([^/]+)\//.exec(file)?.[1] ??
  (file.startsWith('server/src/kernel/') ? 'kernel' : undefined);

/** Matches a statement or query naming the table after a verb. */
const makeTablePattern = (table: string): RegExp =>
  new RegExp(
    `\\b(?:insert\\s+into|update|delete\\s+from|from|join)\\s+${table}\\b|(?:insertInto|updateTable|deleteFrom|mergeInto|selectFrom|\\w+Join)\\(\\s*'${table}\\b|(?:addRows|changeRows)\\([^']*'${table}'`,
  );

/** Tables named by modules other than their owner, each in the form `module: table`. */
export function foreignTables(sources: readonly ProjectSource[]): readonly string[] {
  const uses = Object.entries(tableOwners).flatMap(([owner, tables]) =>
    tablesOf(tables).flatMap((table) => {
      const shape = makeTablePattern(table);
      return sources
        .filter(
          ({ path }) => moduleOrKernelOf(path) !== undefined && moduleOrKernelOf(path) !== owner,
        )
        .filter(({ text }) => shape.test(text))
        .map(({ path }) => `${moduleOrKernelOf(path)}: ${table}`);
    }),
  );
  return [...new Set(uses)].toSorted();
}

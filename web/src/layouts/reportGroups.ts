import type { MenuEntry } from '@tradehouse/contract';

/** Reports by their subjects, in the order of the menu. */
export const reportGroups = {
  stock:
    'material_stock goods_sku inventory_in_transit lot_stock goods_expiration serial_trace stock_warning_report invoice_log set_lock_stock in_detail out_detail allocation_detail in_material_count out_material_count in_out_stock_report',
  sale: 'sale_out_report retail_out_report profit sales_rank sales_ratio order_fulfillment_rate price_adjust own_report',
  purchase: 'buy_in_report',
  money:
    'account_report account_detail revenue_report customer_account vendor_account member_account receivable_ageing payable_ageing',
  books: 'trial_balance profit_statement balance_sheet journal tax_report',
} as const;
export type ReportGroup = keyof typeof reportGroups;

const groupOf: ReadonlyMap<string, string> = new Map(
  Object.entries(reportGroups).flatMap(([group, pages]) =>
    pages.split(' ').map((page): [string, string] => [`/report/${page}`, group]),
  ),
);

/** Groups a menu group's reports by subject; null: no reports, or few. */
export function groupedReports(
  pages: readonly MenuEntry[],
): readonly (readonly [ReportGroup | null, readonly MenuEntry[]])[] | null {
  const byGroup = Map.groupBy(pages, ({ url }) => groupOf.get(url) ?? null);
  const known = pages.length - (byGroup.get(null)?.length ?? 0);
  if (known < MANY) return null;
  // SAFETY: `groupOf` holds the keys of `reportGroups` alone.
  const names: readonly (ReportGroup | null)[] = [
    ...(Object.keys(reportGroups) as ReportGroup[]),
    null,
  ];
  return names.flatMap((name) => {
    const some = byGroup.get(name) ?? [];
    return some.length === 0 ? [] : [[name, some] as const];
  });
}

/** Fewer reports than these need no headings. */
const MANY = 10;

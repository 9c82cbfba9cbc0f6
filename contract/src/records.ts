// Every master-data record.
import * as attributes from './catalog/attributes.ts';
import * as brands from './catalog/brands.ts';
import * as categories from './catalog/categories.ts';
import * as priceLists from './catalog/priceLists.ts';
import * as promotions from './promotion/promotions.ts';
import * as services from './catalog/services.ts';
import * as units from './catalog/units.ts';
import * as institutions from './institution/institutions.ts';
import * as logisticsCompanies from './logistics/companies.ts';
import * as accounts from './money/accounts.ts';
import * as exchangeRates from './money/exchangeRates.ts';
import * as inOutItems from './money/inOutItems.ts';
import * as ledgerAccounts from './money/ledgerAccounts.ts';
import * as revenueClasses from './money/revenueClasses.ts';
import * as movingFigures from './moving/movingFigures.ts';
import * as openingDebts from './partner/openingDebts.ts';
import * as partners from './partner/partners.ts';
import * as people from './partner/people.ts';
import * as relations from './externalOrder/skuMappings.ts';
import * as applications from './openApi/applications.ts';
import * as webhooks from './openApi/webhooks.ts';
import * as warehouses from './warehouse/warehouses.ts';

const declared = {
  ...units,
  ...categories,
  ...brands,
  ...services,
  ...priceLists,
  ...promotions,
  ...attributes,
  ...partners,
  ...openingDebts,
  ...movingFigures,
  ...people,
  ...warehouses,
  ...logisticsCompanies,
  ...accounts,
  ...exchangeRates,
  ...inOutItems,
  ...ledgerAccounts,
  ...revenueClasses,
  ...institutions,
  ...relations,
  ...applications,
  ...webhooks,
};
type RecordModuleExport = (typeof declared)[keyof typeof declared];
type MasterRecord = Extract<RecordModuleExport, { readonly subject: string }>;
export type PlainRecord = Extract<MasterRecord, { readonly plain: true }>;

// SAFETY: no further export of these files has a `subject`.
const isMasterRecord = (value: unknown): value is MasterRecord =>
  typeof value === 'object' && value !== null && 'subject' in value;
export const records: readonly MasterRecord[] =
  Object.values<unknown>(declared).filter(isMasterRecord);

/** Records without further logic. */
export const plainRecords: readonly PlainRecord[] = records.filter(
  (record): record is PlainRecord => 'plain' in record && record.plain === true,
);

import type { SettingsReply } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, seesAllBooks } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';

/** Returns the company's switches and identity, and the book parts hidden from the caller. */
export async function readSessionSettings({
  tx,
  tenantId,
  scope,
}: Context): Promise<SettingsReply> {
  const { rows } = await sql<Omit<SettingsReply, 'hiddenAmounts' | 'partOfBooks'>>`
    select company_name as "companyName", company_contacts as "companyContacts", company_address as "companyAddress",
      company_phone as "companyPhone", company_fax as "companyFax", company_post_code as "companyPostCode",
      sale_agreement as "saleAgreement", time_zone as "timeZone", currency, currency_symbol as "currencySymbol",
      currency_digits as "currencyDigits", closed_until as "closedUntil", warehouse_grants as "warehouseGrants",
      customer_grants as "customerGrants", negative_stock as "negativeStock", purchase_by_sale as "purchaseBySale",
      force_approval as "forceApproval", update_unit_price as "updateUnitPrice", over_link as "overLink",
      multi_account as "multiAccount", audit_print as "auditPrint", review_by_self as "reviewBySelf", zero_change_amount as "zeroChangeAmount",
      customer_static_price as "customerStaticPrice", price_includes_tax as "priceIncludesTax",
      reserve_on_order as "reserveOnOrder", keep_overpayment as "keepOverpayment", credit_check as "creditCheck", bonus_use as "bonusUse",
      landing_url as "landingUrl",
      freight_in_profit as "freightInProfit", landed_cost as "landedCost", scan_rules as "scanRules", version,
      array(
        select chosen.url from app_user u
        left join role on role.tenant_id = ${tenantId} and role.id = u.role_id
        left join user_preference own on own.tenant_id = ${tenantId} and own.user_id = u.id
          and own.name = 'landing'
        cross join lateral (values
          (1, own.value #>> '{}'), (2, role.landing_url), (3, tenant_setting.landing_url))
          as chosen(place, url)
        where u.tenant_id = ${tenantId} and u.id = ${scope.userId} and chosen.url <> ''
        order by chosen.place) as landings,
      (select count(*) < 2 from app_user u where u.tenant_id = ${tenantId}) as "onlyUser"
    from tenant_setting where tenant_id = ${tenantId}`.execute(tx);
  return {
    ...orRefuseMissing(rows[0]),
    hiddenAmounts: [...scope.hidden],
    partOfBooks: !seesAllBooks(scope),
  };
}

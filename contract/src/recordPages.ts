// Addresses of pages that the shell and the home page link to, apart from the tables of these pages.

export const productPage = '/material/material';
export const accountPage = '/system/account';
export const warehousePage = '/system/depot';
export const tenantPage = '/system/tenant';

/** Kinds of partners. */
export const partnerTypes = ['supplier', 'customer', 'member'] as const;
export type PartnerType = (typeof partnerTypes)[number];
/** Page whose rights guard partners of a type. */
export const partnerPages = {
  supplier: '/system/vendor',
  customer: '/system/customer',
  member: '/system/member',
} as const satisfies Record<PartnerType, string>;

/** What a company decides about itself (domain 7.1 less what design §7.1 and §7.13 drop). */
export interface Settings {
  /** IANA name; business dates are days there. */
  readonly timeZone: string;
  /** The base currency: ISO code, sign, decimals of money. */
  readonly currency: string;
  readonly currencySymbol: string;
  readonly currencyDigits: number;
  /** `YYYY-MM-DD`: nothing is written on it or before. */
  readonly closedUntil: string | null;
  /** Users see only the warehouses, or customers, assigned to them. */
  readonly warehouseGrants: boolean;
  readonly customerGrants: boolean;
  readonly negativeStock: boolean;
  /** Purchase orders can be made from sales orders. */
  readonly purchaseBySale: boolean;
  /** Only audit brings a document into force. */
  readonly forceApproval: boolean;
  /** A saved document writes its prices back to its barcodes. */
  readonly updateUnitPrice: boolean;
  /** Children may take more than their order holds. */
  readonly overLink: boolean;
  readonly multiAccount: boolean;
  /** Only audited documents are printed. */
  readonly auditPrint: boolean;
  /** Nothing is paid at once unless the user says so. */
  readonly zeroChangeAmount: boolean;
  /** The last price given to a customer doesn't count. */
  readonly customerStaticPrice: boolean;
  readonly priceIncludesTax: boolean;
}

export const defaultSettings: Settings = {
  timeZone: 'Asia/Shanghai',
  currency: 'USD',
  currencySymbol: '$',
  currencyDigits: 2,
  closedUntil: null,
  warehouseGrants: false,
  customerGrants: false,
  negativeStock: false,
  purchaseBySale: false,
  forceApproval: false,
  updateUnitPrice: true,
  overLink: false,
  multiAccount: true,
  auditPrint: false,
  zeroChangeAmount: false,
  customerStaticPrice: false,
  priceIncludesTax: false,
};

/** The day an instant falls on in a time zone, `YYYY-MM-DD`: what a document's business date is. */
export function dayIn(timeZone: string, instant: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(instant);
}

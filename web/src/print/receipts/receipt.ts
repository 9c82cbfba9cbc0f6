/** Goods on a receipt. Figures are written as on paper. */
export interface ReceiptItem {
  readonly name: string;
  /** With the unit: `2 kg`. */
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
  /** Names of promotions or the reason of a discount; '' for none. */
  readonly promotions: string;
  /** Amount taken off; '' for none. */
  readonly discount: string;
}

export interface LabelledText {
  readonly label: string;
  readonly value: string;
}

/** Content of a receipt of a sale or return. Amounts are written as on paper; empty parts are left out. */
export interface TillReceipt {
  readonly shop: string;
  /** Address, phone. */
  readonly shopLines: readonly string[];
  readonly title: string;
  /** Number, time, cashier. */
  readonly facts: readonly LabelledText[];
  readonly items: readonly ReceiptItem[];
  /** Number of pieces, discounts, charges. */
  readonly sums: readonly LabelledText[];
  /** Amount to pay. */
  readonly total: LabelledText;
  /** Payments by account, money received, change. */
  readonly payments: readonly LabelledText[];
  /** Member and balances. */
  readonly member: readonly LabelledText[];
  /** Text of the QR code; '' for none. */
  readonly code: string;
  readonly footer: readonly string[];
}

/** Headings of the figures of items. */
export interface ReceiptWords {
  readonly goods: string;
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
}

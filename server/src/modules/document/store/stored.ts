import type { PlainHead } from '@tradehouse/contract';
import type { Decimal, Document, OrderLife, PaymentKind } from '@tradehouse/domain';

export interface Attachment {
  readonly id: string;
  readonly name: string;
}

export type HeadProgress = 'none' | 'partial' | 'complete';

/** Head amounts derived from lines and inputs; stored, so lists need not compute them. */
export interface HeadAmounts {
  readonly goodsAmount: Decimal;
  readonly taxAmount: Decimal;
  readonly totalAmount: Decimal;
  readonly payable: Decimal;
  readonly debt: Decimal;
  readonly received: Decimal | null;
  readonly changeGiven: Decimal | null;
  readonly totalQuantity: Decimal;
}

/** Head data beyond the input of `postings`. */
export interface StoredHead extends PlainHead {
  readonly version: number;
  /** ISO instant. */
  readonly businessTime: string;
  readonly creatorId: string;
  /** User of the last change; null: only the creator wrote the document. */
  readonly editorId: string | null;
  readonly institutionId: string | null;
  readonly warehouseIds: readonly string[];
  readonly handlerId: string | null;
  readonly salespersonIds: readonly string[];
  readonly approverId: string | null;
  readonly approvedAt: string | null;
  readonly progress: HeadProgress;
  readonly purchaseProgress: HeadProgress;
  /** Null for kinds other than orders. */
  readonly life: OrderLife | null;
  readonly amounts: HeadAmounts;
  /** Payment kind and due day of a bill; null: no debt. */
  readonly paymentKind: PaymentKind | null;
  readonly dueOn: string | null;
  /** How much of the debt money documents in force have settled. */
  readonly settled: Decimal;
  /** Amount booked beyond the settled amount's worth at the bill's rate. */
  readonly settledOff: Decimal;
  /** Order deposit used by live children. */
  readonly depositTaken: Decimal;
  /** Amount booked beyond the used deposit's worth at the order's rate. */
  readonly depositTakenOff: Decimal;
  readonly summary: string;
  /** Activity whose reserved stock is sold. */
  readonly activityId: string | null;
  readonly attachments: readonly Attachment[];
  readonly sourceNumbers: string;
  readonly remark: string;
  readonly subject: string;
  readonly importedFrom: string | null;
}

export interface StoredDocument {
  readonly document: Document;
  readonly head: StoredHead;
}

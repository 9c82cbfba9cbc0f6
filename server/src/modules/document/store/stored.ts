import type { PlainHead } from '@tradehouse/contract';
import type { Decimal, Document, OrderLife, PaymentKind } from '@tradehouse/domain';

export interface Attachment {
  readonly id: string;
  readonly name: string;
}

export type Progress = 'none' | 'partial' | 'complete';

/** Head amounts that follow from the lines and the inputs; kept so that lists need not compute them. */
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

/** What a document carries besides what `postings` reads. */
export interface Head extends PlainHead {
  readonly version: number;
  /** ISO instant. */
  readonly businessTime: string;
  readonly creatorId: string;
  /** Who changed it last; null: its creator alone wrote it. */
  readonly editorId: string | null;
  readonly institutionId: string | null;
  readonly warehouseIds: readonly string[];
  readonly handlerId: string | null;
  readonly salespersonIds: readonly string[];
  readonly approverId: string | null;
  readonly approvedAt: string | null;
  readonly progress: Progress;
  readonly purchaseProgress: Progress;
  /** Null for what is no order. */
  readonly life: OrderLife | null;
  readonly amounts: HeadAmounts;
  /** How a bill is paid and until when; null: it leaves no debt. */
  readonly paymentKind: PaymentKind | null;
  readonly dueOn: string | null;
  /** How much of the debt money documents in force have settled. */
  readonly settled: Decimal;
  /** Amount booked beyond what that comes to at the bill's own rate. */
  readonly settledOff: Decimal;
  /** How much of an order's deposit its live children use. */
  readonly depositTaken: Decimal;
  /** Amount booked beyond what that comes to at the order's own rate. */
  readonly depositTakenOff: Decimal;
  readonly summary: string;
  /** The activity whose locked stock it sells. */
  readonly activityId: string | null;
  readonly attachments: readonly Attachment[];
  readonly sourceNumbers: string;
  readonly remark: string;
  readonly subject: string;
  readonly importedFrom: string | null;
}

/** A document as it is kept. */
export interface Stored {
  readonly document: Document;
  readonly head: Head;
}

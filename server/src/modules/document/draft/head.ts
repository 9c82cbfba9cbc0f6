import { plainHead } from '@tradehouse/contract';
import type { GoodsDocumentInput, PlainName } from '@tradehouse/contract';
import {
  USUAL_PAYMENT,
  ZERO,
  agreedDue,
  checkDate,
  checkRequiredOn,
  documentKinds,
  isPaidAtOnce,
} from '@tradehouse/domain';
import type { AnyKindCode, DocumentKind } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import { withInputPosition } from '../store/atLine.ts';
import type { References } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';
import type { DraftBeginning, DraftOrigin } from './draft.ts';

/**
 * Returns the payment kind and due day of a bill: from the input, else from the saved bill, else from the
 * partner's terms. A day not given stays while its bases stay (decision 0037). Otherwise, or if null, the
 * day follows from the current terms.
 */
export function toDraftDueTerms(
  { paymentKind, dueOn }: Pick<GoodsDocumentInput, 'paymentKind' | 'dueOn'>,
  kind: DocumentKind,
  { partner, businessDate, today }: References,
  { before }: DraftBeginning,
): Pick<StoredDocument['head'], 'paymentKind' | 'dueOn'> {
  if (!kind.amounts.includes('debt')) return { paymentKind: null, dueOn: null };
  const paid = paymentKind ?? before?.head.paymentKind ?? partner?.paymentKind ?? USUAL_PAYMENT;
  const isAgreed =
    before?.document.partnerId === (partner?.id ?? null) &&
    before.document.businessDate === businessDate &&
    before.head.paymentKind === paid;
  if (dueOn === undefined && isAgreed) return { paymentKind: paid, dueOn: before.head.dueOn };
  const asked = dueOn ?? null;
  const terms = partner?.terms ?? { days: 0, monthEnd: false };
  const due = withInputPosition({ field: 'dueOn' }, () =>
    agreedDue(paid, businessDate, terms, asked),
  );
  if (asked !== null) checkDate(asked, today, 'dueOn', 'far');
  return { paymentKind: paid, dueOn: due };
}

/** Agreed terms say whether nothing said means everything paid; null where the settings say. */
export const paidAtOnce = (
  { paymentKind, dueOn }: ReturnType<typeof toDraftDueTerms>,
  { businessDate }: References,
): boolean | null =>
  paymentKind === null || dueOn === null ? null : isPaidAtOnce(paymentKind, businessDate, dueOn);

type HeadInput = Pick<GoodsDocumentInput, 'handlerId' | 'attachments' | 'remark'> &
  Partial<Pick<GoodsDocumentInput, 'salespersonIds' | 'activityId' | PlainName>> & {
    readonly kind: AnyKindCode;
  };

/** Builds the head fields unused by postings. */
export function toDraftHead(
  input: HeadInput,
  { businessTime, businessDate, personIds }: References,
  { before }: DraftBeginning,
  origin: DraftOrigin,
): Omit<StoredDocument['head'], 'warehouseIds' | 'amounts' | 'summary' | 'paymentKind' | 'dueOn'> {
  const handlerId = input.handlerId ?? null;
  const salespersonIds = input.salespersonIds ?? [];
  const strangers = [...salespersonIds, ...(handlerId === null ? [] : [handlerId])].filter(
    (id) => !personIds.has(id),
  );
  if (strangers.length > 0) refuseWith('document.person', {}, { field: 'handlerId' });
  const { activities } = documentKinds[input.kind];
  const activityId = input.activityId ?? null;
  if (activityId !== null && !activities)
    refuseWith('document.noActivity', {}, { field: 'activityId' });
  const plainFields = plainHead.givenOf(input.kind, input);
  withInputPosition({ field: 'requiredOn' }, () =>
    checkRequiredOn(businessDate, plainFields.requiredOn),
  );
  return {
    version: before?.head.version ?? 1,
    businessTime,
    ...plainFields,
    creatorId: before?.head.creatorId ?? origin.creatorId,
    editorId: before === null ? null : origin.creatorId,
    institutionId: before?.head.institutionId ?? origin.institutionId,
    handlerId,
    salespersonIds,
    approverId: null,
    approvedAt: null,
    progress: before?.head.progress ?? 'none',
    purchaseProgress: before?.head.purchaseProgress ?? 'none',
    // Unchanged here: see `withLife`.
    life: before?.head.life ?? null,
    settled: before?.head.settled ?? ZERO,
    settledOff: before?.head.settledOff ?? ZERO,
    depositTaken: before?.head.depositTaken ?? ZERO,
    depositTakenOff: before?.head.depositTakenOff ?? ZERO,
    activityId,
    attachments: input.attachments ?? [],
    sourceNumbers: '',
    remark: input.remark ?? '',
    subject: before?.head.subject ?? '',
    importedFrom: origin.importedFrom,
  };
}

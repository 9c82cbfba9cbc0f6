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
import type { AnyKindCode, Kind } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import { atLine } from '../store/atLine.ts';
import type { References } from '../store/references.ts';
import type { Stored } from '../store/stored.ts';
import type { Beginning, Origin } from './draft.ts';

/**
 * How a bill is paid and until when: as it says, else as it said before, else as it is agreed with its partner. A day that was
 * not said stays while what it follows from does (decision 0037); else, or where it is null, it follows from the terms as they
 * are now.
 */
export function dueOf(
  { paymentKind, dueOn }: Pick<GoodsDocumentInput, 'paymentKind' | 'dueOn'>,
  kind: Kind,
  { partner, businessDate, today }: References,
  { before }: Beginning,
): Pick<Stored['head'], 'paymentKind' | 'dueOn'> {
  if (!kind.amounts.includes('debt')) return { paymentKind: null, dueOn: null };
  const paid = paymentKind ?? before?.head.paymentKind ?? partner?.paymentKind ?? USUAL_PAYMENT;
  const isAgreed =
    before?.document.partnerId === (partner?.id ?? null) &&
    before.document.businessDate === businessDate &&
    before.head.paymentKind === paid;
  if (dueOn === undefined && isAgreed) return { paymentKind: paid, dueOn: before.head.dueOn };
  const asked = dueOn ?? null;
  const terms = partner?.terms ?? { days: 0, monthEnd: false };
  const due = atLine({ field: 'dueOn' }, () => agreedDue(paid, businessDate, terms, asked));
  if (asked !== null) checkDate(asked, today, 'dueOn', 'far');
  return { paymentKind: paid, dueOn: due };
}

/** Agreed terms say whether nothing said means everything paid; null where the settings say. */
export const paidAtOnce = (
  { paymentKind, dueOn }: ReturnType<typeof dueOf>,
  { businessDate }: References,
): boolean | null =>
  paymentKind === null || dueOn === null ? null : isPaidAtOnce(paymentKind, businessDate, dueOn);

type HeadInput = Pick<GoodsDocumentInput, 'handlerId' | 'attachments' | 'remark'> &
  Partial<Pick<GoodsDocumentInput, 'salespersonIds' | 'activityId' | PlainName>> & {
    readonly kind: AnyKindCode;
  };

/** The parts of a head that no posting reads. */
export function headOf(
  input: HeadInput,
  { businessTime, businessDate, personIds }: References,
  { before }: Beginning,
  origin: Origin,
): Omit<Stored['head'], 'warehouseIds' | 'amounts' | 'summary' | 'paymentKind' | 'dueOn'> {
  const handlerId = input.handlerId ?? null;
  const salespersonIds = input.salespersonIds ?? [];
  const strangers = [...salespersonIds, ...(handlerId === null ? [] : [handlerId])].filter(
    (id) => !personIds.has(id),
  );
  if (strangers.length > 0) refuse('document.person', {}, { field: 'handlerId' });
  const { activities } = documentKinds[input.kind];
  const activityId = input.activityId ?? null;
  if (activityId !== null && !activities)
    refuse('document.noActivity', {}, { field: 'activityId' });
  const plainFields = plainHead.givenOf(input.kind, input);
  atLine({ field: 'requiredOn' }, () => checkRequiredOn(businessDate, plainFields.requiredOn));
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
    // As it was: see `withLife`.
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

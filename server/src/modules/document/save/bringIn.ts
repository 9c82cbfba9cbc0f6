import { wireStatus } from '@tradehouse/domain';
import type { Document } from '@tradehouse/domain';
import { together } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { attachFiles } from '../../file/index.ts';
import { post } from '../../posting/index.ts';
import { checkApproval } from './approval.ts';
import { checkCredit, shownCredit } from './credit.ts';
import type { OverCredit } from './credit.ts';
import { dayChanges, dayRows } from '../store/days.ts';
import { record } from '../store/journal.ts';
import { countLinks } from '../links/links.ts';
import { giveNumber, passNumbers, takeNumber } from '../store/numbers.ts';
import type { Counted } from '../store/numbers.ts';
import { writePrices } from './prices.ts';
import { pickAgain } from '../store/readiness.ts';
import type { References } from '../store/references.ts';
import { countSettled } from '../links/settle.ts';
import type { Stored } from '../store/stored.ts';
import { headComesLast, insertHead } from '../store/write.ts';

export interface SavedDocument {
  readonly id: string;
  readonly version: number;
  readonly number: string;
  readonly status: string;
  /** What its customer owes beyond what it may; null: nothing. Amounts are null to who may not see them. */
  readonly overCredit: { readonly owed: string | null; readonly limit: string | null } | null;
}

/** A document as it is saved, and as it was; null: it is new. */
interface Saving {
  readonly after: Stored;
  readonly before: Stored | null;
}

/**
 * Writes documents and what follows from them: counts on others, the books in one posting, prices; the numbers last.
 * Where they are several, no two of them count on the same document, and each must find its stock as those before it
 * left it.
 */
export async function bringIn(
  context: Context,
  savings: readonly Saving[],
  { settings, barcodes, creditLimits }: Pick<References, 'settings' | 'barcodes' | 'creditLimits'>,
  write: () => Promise<void>,
): Promise<SavedDocument[]> {
  for (const { after } of savings)
    if (after.document.approval === 'approved') checkApproval(context, after, settings);
  const documents = savings.map(({ after }) => after.document);
  const days = savings.flatMap(({ after, before }) => dayChanges(before, after));
  let numbers: readonly string[] = [];
  await post(context, savings.map(postingOf), settings, {
    oneByOne: true,
    days: () => dayRows(days),
    first: async () => {
      const [, counted] = await together([
        write(),
        together(savings.map((saving) => countOnOthers(context, saving, settings))),
      ]);
      days.push(...counted.flat(2));
      for (const saving of savings) await attachPapers(context, saving);
    },
    last: async () => {
      // Of several, the one before may have written a price since it was read.
      const known = documents.length === 1 ? barcodes : new Map();
      [, numbers] = await together([
        writePrices(context, documents, settings, known),
        numbersOf(context, savings),
      ]);
    },
  });
  const over = await checkCredit(context, savings, { settings, creditLimits });
  return savings.map((saving, at) => told(context, saving, numbers[at] ?? '', over));
}

function postingOf({ after: { document, head }, before }: Saving) {
  const { creatorId, institutionId, activityId, salespersonIds } = head;
  const activityBefore = before?.head.activityId ?? null;
  const salespersonsBefore = before?.head.salespersonIds ?? [];
  const sold = { activityId, activityBefore, salespersonIds, salespersonsBefore };
  const whose = { creatorId, institutionId, ...sold };
  return { document, before: before?.document ?? null, ...whose };
}

/** Counts on the documents it comes from and settles; answers what that changes in their days. */
async function countOnOthers(
  context: Context,
  { after: { document }, before }: Saving,
  settings: References['settings'],
) {
  const old = before?.document ?? null;
  const [deposits, settled] = await together([
    countLinks(context, old, document, { settings }),
    countSettled(context, old, document),
    pickAgain(context, old, document),
  ]);
  return [deposits, settled];
}

async function attachPapers(context: Context, { after, before }: Saving): Promise<void> {
  const papers = after.head.attachments.map(({ id }) => id);
  if (papers.length === 0 && (before?.head.attachments.length ?? 0) === 0) return;
  await attachFiles(context, { sort: 'document', id: after.document.id }, papers, 'attachments');
}

/**
 * The numbers the documents have from now on: counted, or typed and told to the counters, which goes for those behind
 * them alone.
 */
async function numbersOf(context: Context, savings: readonly Saving[]): Promise<string[]> {
  const numbers: string[] = [];
  let typed: Document[] = [];
  for (const { after, before } of savings) {
    const { document } = after;
    const { number } = document;
    if (number === null && typed.length > 0) await passNumbers(context, typed);
    if (number === null) typed = [];
    else if (number !== before?.document.number) typed.push(document);
    numbers.push(number ?? (await takeNumber(context, document, giving(context, after, before))));
  }
  await passNumbers(context, typed);
  return numbers;
}

/** How a document gets its number: with its head, where that comes last. */
const giving = (context: Context, after: Stored, before: Stored | null) => (counted: Counted) =>
  before === null && headComesLast(after.document)
    ? insertHead(context, after, counted)
    : giveNumber(context, after.document, counted);

function told(
  context: Context,
  { after, before }: Saving,
  number: string,
  over: readonly OverCredit[],
): SavedDocument {
  const { head } = after;
  const saved = { document: { ...after.document, number }, head };
  record(context, before === null ? 'add' : 'update', before, saved);
  const status = wireStatus({ ...saved.document, ...head });
  const { id, partnerId } = saved.document;
  const beyond = over.find((one) => one.partnerId === partnerId);
  const overCredit = beyond === undefined ? null : shownCredit(context, beyond);
  return { id, version: head.version, number, status, overCredit };
}

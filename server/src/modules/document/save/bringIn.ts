import { wireStatus } from '@tradehouse/domain';
import type { Document } from '@tradehouse/domain';
import { runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { attachFiles } from '../../file/index.ts';
import { postDocuments } from '../../posting/index.ts';
import { checkRegainedUses } from '../../promotion/index.ts';
import { checkApproval } from './approval.ts';
import { checkCredit, shownCredit } from './credit.ts';
import type { CreditExcess } from './credit.ts';
import { dayChanges, dayRows } from '../store/days.ts';
import { recordDocumentChange } from '../store/journal.ts';
import { passOrderFreight } from '../links/carriage.ts';
import { countLinks } from '../links/links.ts';
import { giveNumber, passNumbers, takeNumber } from '../store/numbers.ts';
import type { CountedNumberSql } from '../store/numbers.ts';
import { writeBarcodePrices } from './prices.ts';
import { pickAgain } from '../store/readiness.ts';
import { regainedUses } from './regainedUses.ts';
import type { References } from '../store/references.ts';
import { countSettled } from '../links/settle.ts';
import { shareSettledFees } from '../links/settledFees.ts';
import { postingOf } from '../store/saving.ts';
import type { DocumentSaving } from '../store/saving.ts';
import type { StoredDocument } from '../store/stored.ts';
import { headComesLast, insertDocumentHead } from '../store/write.ts';

export interface SavedDocument {
  readonly id: string;
  readonly version: number;
  readonly number: string;
  readonly status: string;
  /** Customer debt above the credit limit; null: none. Amounts are null if hidden from the user. */
  readonly overCredit: { readonly owed: string | null; readonly limit: string | null } | null;
}

/**
 * Writes documents with everything derived: links, one posting, prices; numbers last. Several must not
 * share linked documents, and each must find the stock left by predecessors.
 */
export async function persistAndPost(
  context: Context,
  savings: readonly DocumentSaving[],
  { settings, barcodes, creditLimits }: Pick<References, 'settings' | 'barcodes' | 'creditLimits'>,
  write: () => Promise<void>,
): Promise<SavedDocument[]> {
  for (const { after } of savings)
    if (after.document.approval === 'approved') checkApproval(context, after, settings);
  const documents = savings.map(({ after }) => after.document);
  const days = savings.flatMap(({ after, before }) => dayChanges(before, after));
  let numbers: readonly string[] = [];
  await postDocuments(context, savings.map(postingOf), settings, {
    oneByOne: true,
    days: () => dayRows(days),
    first: async () => {
      const [, counted] = await runTogether([
        write(),
        runTogether(savings.map((saving) => countOnOthers(context, saving, settings))),
      ]);
      await checkRegainedUses(
        context,
        regainedUses(
          savings.map(({ after, before }) => ({
            before: before?.document ?? null,
            after: after.document,
          })),
        ),
      );
      days.push(...counted.flat(2));
      for (const saving of savings) await attachPapers(context, saving);
    },
    last: async () => {
      // A preceding document may have written a price since the read.
      const known = documents.length === 1 ? barcodes : new Map();
      [, numbers] = await runTogether([
        writeBarcodePrices(context, documents, settings, known),
        numbersOf(context, savings),
      ]);
    },
  });
  await passOrderFreight(context, savings);
  await shareSettledFees(context, savings);
  const over = await checkCredit(context, savings, { settings, creditLimits });
  return savings.map((saving, at) => recordSavedDocument(context, saving, numbers[at] ?? '', over));
}

/** Updates linked sources and settled documents; returns the changes in their days. */
async function countOnOthers(
  context: Context,
  { after: { document, head }, before }: DocumentSaving,
  settings: References['settings'],
) {
  const old = before?.document ?? null;
  const [deposits, settled] = await runTogether([
    countLinks(context, old, document, { settings }, head.importedFrom !== null),
    countSettled(context, old, document),
    pickAgain(context, old, document),
  ]);
  return [deposits, settled];
}

async function attachPapers(context: Context, { after, before }: DocumentSaving): Promise<void> {
  const papers = after.head.attachments.map(({ id }) => id);
  if (papers.length === 0 && (before?.head.attachments.length ?? 0) === 0) return;
  await attachFiles(context, { sort: 'document', id: after.document.id }, papers, 'attachments');
}

/** Returns counted or typed numbers. Typed numbers advance the counters for following documents only. */
async function numbersOf(context: Context, savings: readonly DocumentSaving[]): Promise<string[]> {
  const numbers: string[] = [];
  let typed: Document[] = [];
  for (const { after, before } of savings) {
    const { document } = after;
    const { number } = document;
    if (number === null && typed.length > 0) await passNumbers(context, typed);
    if (number === null) typed = [];
    else if (number !== before?.document.number) typed.push(document);
    numbers.push(
      number ?? (await takeNumber(context, document, numberWriterOf(context, after, before))),
    );
  }
  await passNumbers(context, typed);
  return numbers;
}

/** Writes a document's number: with the head if the head is inserted last. */
const numberWriterOf =
  (context: Context, after: StoredDocument, before: StoredDocument | null) =>
  (counted: CountedNumberSql) =>
    before === null && headComesLast(after.document)
      ? insertDocumentHead(context, after, counted)
      : giveNumber(context, after.document, counted);

function recordSavedDocument(
  context: Context,
  { after, before }: DocumentSaving,
  number: string,
  over: readonly CreditExcess[],
): SavedDocument {
  const { head } = after;
  const saved = { document: { ...after.document, number }, head };
  recordDocumentChange(context, before === null ? 'add' : 'update', before, saved);
  const status = wireStatus({ ...saved.document, ...head });
  const { id, partnerId } = saved.document;
  const beyond = over.find((one) => one.partnerId === partnerId);
  const overCredit = beyond === undefined ? null : shownCredit(context, beyond);
  return { id, version: head.version, number, status, overCredit };
}

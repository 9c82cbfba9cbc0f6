import { isPrepaid } from '@tradehouse/domain';
import { found, together } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { bringIn } from './bringIn.ts';
import type { SavedDocument } from './bringIn.ts';
import { lockHeads } from '../store/load.ts';
import { referencesOfEach } from '../store/references.ts';
import { drafted, othersOf, settlesOpening, sharedOut, wantedBy, withId } from './save.ts';
import type { DocumentInput, SaveOptions } from './save.ts';
import { headComesLast, insertDocuments } from '../store/write.ts';

/** A new document, and whose it is. */
export interface NewDocument {
  readonly input: DocumentInput;
  readonly origin?: SaveOptions['origin'];
}

/**
 * Saves new documents as one posting, as `saveDocument` would one after the other: each is checked, valued and numbered as
 * those before it leave the books. No two of them may touch the same (see `touches`), and none comes from another or
 * settles it. A refusal is of them all: it does not say of which.
 */
export async function saveTogether(
  context: Context,
  documents: readonly NewDocument[],
): Promise<SavedDocument[]> {
  const others = await together(documents.map(({ input }) => othersOf(context, input)));
  const wanted = documents.map(({ input }) => ({ ...wantedBy(input), isNew: true }));
  const [heads, facts] = await together([
    lockHeads(context, [], [...new Set(others.flat())]),
    referencesOfEach(context, wanted),
  ]);
  const alone = await together(
    documents.map(async ({ input, origin = {} }, at) => {
      const own = found(facts[at]);
      return withId(
        await drafted(context, input, { origin }, { before: null, heads, facts: own }),
        own,
      );
    }),
  );
  const drafts = await sharedOut(context, alone, [], found(facts[0]));
  const savings = drafts.map(({ stored }) => ({ after: stored, before: null }));
  const creditLimits = new Map(facts.flatMap((own) => [...own.creditLimits]));
  return bringIn(context, savings, { ...found(facts[0]), creditLimits }, () =>
    insertDocuments(context, drafts, headComesLast),
  );
}

/** What a document reads in the books and changes there, beside stock and its value: another that touches it has to wait. */
export function touches(input: DocumentInput): string[] {
  const { kind } = input;
  const { partnerId = '' } = 'goods' in input ? input.goods : input.money;
  const payment = ('goods' in input && input.goods.payment) || 'now';
  return [
    ...namedBy(input),
    ...(settlesOpening(input) ? [`opening ${partnerId}`] : []),
    ...(isPrepaid({ kind, payment }) ? [`prepaid ${partnerId}`] : []),
  ];
}

const namedBy = (input: DocumentInput): string[] =>
  'goods' in input
    ? input.goods.lines.flatMap(({ sourceDocumentId, allocations = [] }) => [
        ...documentOf(sourceDocumentId),
        ...allocations.flatMap(({ lot = '', serials = [] }) => [
          ...(lot === '' ? [] : [`lot ${lot.trim()}`]),
          ...serials.map((serial) => `serial ${serial}`),
        ]),
      ])
    : input.money.lines.flatMap(({ settledDocumentId }) => documentOf(settledDocumentId));

const documentOf = (id: string | null | undefined): string[] =>
  id === null || id === undefined ? [] : [`document ${id}`];

import { moneyDocuments } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { InOutItemType, MoneyKindCode } from '@tradehouse/domain';
import { useEffect, useMemo } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { accountSource, inOutItemSource } from '../../control/references.tsx';
import type { PartnerChoice } from '../../control/references.tsx';
import type { ReferenceChoice, ChoiceSource } from '../../control/ReferenceSelect.tsx';
import type { NamedId } from '../columns/lineForm.ts';
import { useKnownChoices } from '../columns/useLineChoices.ts';
import { termsNow } from '../draft/dayRates.ts';
import { ownDraft } from '../draft/localDraft.ts';
import { decimalFromDraft } from '../draft/priced.ts';
import { Opened } from '../editor/writing.tsx';
import { readDefaults } from '../form/start.ts';
import { useFormCurrency } from '../form/useFormCurrency.ts';
import type { Purpose } from '../form/start.ts';
import { bankRowIn, bankRowStart } from './bankRowStart.ts';
import type { UnbookedRow } from './bankRowStart.ts';
import {
  blankEntered,
  copiedEntered,
  enteredFromReply,
  enteredLines,
  isBlankEntered,
  namedIn,
} from './enteredLine.ts';
import type { EnteredLine } from './enteredLine.ts';
import { EnteredLines } from './EnteredLines.tsx';
import { goToCell, MoneyEditor } from './MoneyEditor.tsx';
import { blankMoneyHead, copiedMoneyHead, moneyFromReply, useMoneyForm } from './useMoneyForm.ts';
import type { MoneyForm, MoneyHead, MoneyStart } from './useMoneyForm.ts';

type EnteredFormStart = MoneyStart<EnteredLine>;

/** Choice sources for line subjects. */
const sources: Readonly<Record<InOutItemType | 'account', ChoiceSource<ReferenceChoice>>> = {
  account: accountSource,
  income: inOutItemSource('income'),
  expense: inOutItemSource('expense'),
};

const blankStart = async (code: MoneyKindCode): Promise<EnteredFormStart> => ({
  head: blankMoneyHead(code, (await readDefaults()).accountId),
  lines: [],
});

/** Returns a form's initial content: blank, from a bank row, or saved. */
async function loadEnteredStart(
  code: MoneyKindCode,
  purpose: Purpose,
  bankRow: UnbookedRow | null,
  timeZone: string,
): Promise<EnteredFormStart> {
  if (purpose.open !== 'edit' && purpose.open !== 'copy') {
    const blank = await blankStart(code);
    return bankRow === null ? blank : bankRowStart(bankRow, blank.head, timeZone);
  }
  const saved = moneyFromReply(await callEndpoint(moneyDocuments.info, { id: purpose.id }), {
    fromReply: enteredFromReply,
  });
  return purpose.open === 'edit'
    ? saved
    : {
        head: { ...copiedMoneyHead(saved.head), ...(await termsNow(saved.head)) },
        lines: saved.lines.map(copiedEntered),
      };
}

/** Adds unavailable entries named by lines to the choices, so lines keep them. */
function withNamed(
  choices: readonly ReferenceChoice[],
  { lines }: EnteredFormStart,
): readonly NamedId[] {
  const kept = lines.flatMap(({ named }) => named ?? []);
  const known = new Map([...choices, ...kept].map(({ id, name }) => [id, { id, name }]));
  return [...known.values()];
}

interface Props {
  readonly code: MoneyKindCode;
  readonly purpose: Purpose;
}

/** Edits income, expenditure, a transfer or a prepayment: documents with entered lines. */
export function EnteredForm({ code, purpose }: Props) {
  const { key, query } = useTab();
  const { timeZone } = useSettings();
  return (
    <Opened
      read={async () => {
        const [choices, start] = await Promise.all([
          sources[namedIn(code)].read('', null),
          ownDraft<MoneyHead, EnteredLine>(key) ??
            loadEnteredStart(code, purpose, bankRowIn(query), timeZone),
        ]);
        return { start, first: withNamed(choices, start) };
      }}
    >
      {(opened) => <EnteredEditor code={code} {...opened} />}
    </Opened>
  );
}

interface EnteredEditorProps {
  readonly code: MoneyKindCode;
  readonly start: EnteredFormStart;
  readonly first: readonly NamedId[];
}

function EnteredEditor({ code, start, first }: EnteredEditorProps) {
  const [money, follow] = useFormCurrency(start.head);
  const known = useKnownChoices(sources[namedIn(code)], first);
  const { choices } = known;
  const of = useMemo(() => enteredLines(code, money, choices), [code, money, choices]);
  const form = useMoneyForm(code, start, of);
  follow(form.head);
  const phone = usePhone();
  useBegin(form, phone);
  return (
    <MoneyEditor
      form={form}
      blank={() => blankStart(code)}
      onPartner={(choice) => {
        payBackAll(form, choice);
        if (!phone) goToFirst(form);
      }}
    >
      <EnteredLines form={form} known={known} />
    </MoneyEditor>
  );
}

/**
 * Fills a refund to a member with the full balance, taking back the bonus; less may be typed. Follows the
 * member until an account is chosen.
 */
function payBackAll(
  { code, setHead, store }: MoneyForm<EnteredLine>,
  choice: PartnerChoice | null,
): void {
  const paysBack = documentKinds[code].cash.some(({ to }) => to === 'prepaid');
  if (!paysBack || !store.values().every((line) => isBlankEntered({ ...line, amount: '' }))) return;
  const left = (amount: string | null = null): string =>
    decimalFromDraft(amount).gt(0) ? (amount ?? '') : '';
  const amount = left(choice?.prepayment);
  store.reset(amount === '' ? [] : [{ ...blankEntered, amount }]);
  setHead({ bonus: left(choice?.bonus) });
}

const goToFirst = (form: MoneyForm<EnteredLine>): void =>
  goToCell(form, 0, form.of.shape.columns[0]?.id);

/** Focuses the first line of a new document, unless its partner comes first. */
function useBegin(form: MoneyForm<EnteredLine>, phone: boolean): void {
  useEffect(() => {
    const { code, head } = form;
    const waits = documentKinds[code].partner?.required === true && head.partnerId === null;
    if (head.id === null && !waits && !phone) goToFirst(form);
    // Once, when it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}

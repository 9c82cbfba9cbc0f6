import { moneyDocuments } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { InOutItemType, MoneyKindCode } from '@tradehouse/domain';
import { useEffect, useMemo } from 'react';
import { call } from '../../app/net/client.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { accountSource, inOutItemSource } from '../../control/references.tsx';
import type { PartnerChoice } from '../../control/references.tsx';
import type { Choice, ChoiceSource } from '../../control/ReferenceSelect.tsx';
import type { NamedId } from '../columns/lineForm.ts';
import { useKnownChoices } from '../columns/useLineChoices.ts';
import { termsNow } from '../draft/dayRates.ts';
import { ownDraft } from '../draft/localDraft.ts';
import { numberOf } from '../draft/priced.ts';
import { Opened } from '../editor/writing.tsx';
import { readDefaults } from '../form/start.ts';
import { useFormDigits } from '../form/useFormDigits.ts';
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

type Start = MoneyStart<EnteredLine>;

/** Where what lines name is chosen from. */
const sources: Readonly<Record<InOutItemType | 'account', ChoiceSource<Choice>>> = {
  account: accountSource,
  income: inOutItemSource('income'),
  expense: inOutItemSource('expense'),
};

const blankStart = async (code: MoneyKindCode): Promise<Start> => ({
  head: blankMoneyHead(code, (await readDefaults()).accountId),
  lines: [],
});

/** What a form begins with: blank, what a bank row says, or a saved document. */
async function startOf(
  code: MoneyKindCode,
  purpose: Purpose,
  bankRow: UnbookedRow | null,
  timeZone: string,
): Promise<Start> {
  if (purpose.open !== 'edit' && purpose.open !== 'copy') {
    const blank = await blankStart(code);
    return bankRow === null ? blank : bankRowStart(bankRow, blank.head, timeZone);
  }
  const saved = moneyFromReply(await call(moneyDocuments.info, { id: purpose.id }), {
    fromReply: enteredFromReply,
  });
  return purpose.open === 'edit'
    ? saved
    : {
        head: { ...copiedMoneyHead(saved.head), ...(await termsNow(saved.head)) },
        lines: saved.lines.map(copiedEntered),
      };
}

/** What may be chosen, and what lines name that no longer is: they keep it. */
function withNamed(choices: readonly Choice[], { lines }: Start): readonly NamedId[] {
  const kept = lines.flatMap(({ named }) => named ?? []);
  const known = new Map([...choices, ...kept].map(({ id, name }) => [id, { id, name }]));
  return [...known.values()];
}

interface Props {
  readonly code: MoneyKindCode;
  readonly purpose: Purpose;
}

/** Income, expenditure, a transfer or a prepayment being written: its lines are entered. */
export function EnteredForm({ code, purpose }: Props) {
  const { key, query } = useTab();
  const { timeZone } = useSettings();
  return (
    <Opened
      read={async () => {
        const [choices, start] = await Promise.all([
          sources[namedIn(code)].read('', null),
          ownDraft<MoneyHead, EnteredLine>(key) ??
            startOf(code, purpose, bankRowIn(query), timeZone),
        ]);
        return { start, first: withNamed(choices, start) };
      }}
    >
      {(opened) => <Editor code={code} {...opened} />}
    </Opened>
  );
}

interface EditorProps {
  readonly code: MoneyKindCode;
  readonly start: Start;
  readonly first: readonly NamedId[];
}

function Editor({ code, start, first }: EditorProps) {
  const [digits, follow] = useFormDigits(start.head.currency);
  const known = useKnownChoices(sources[namedIn(code)], first);
  const { choices } = known;
  const of = useMemo(() => enteredLines(code, digits, choices), [code, digits, choices]);
  const form = useMoneyForm(code, start, of);
  follow(form.head.currency);
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
 * What pays a member back begins with all that it has left, and takes the bonus back; less may be typed. Until an account is
 * chosen it follows the member.
 */
function payBackAll(
  { code, setHead, store }: MoneyForm<EnteredLine>,
  choice: PartnerChoice | null,
): void {
  const paysBack = documentKinds[code].cash.some(({ to }) => to === 'prepaid');
  if (!paysBack || !store.values().every((line) => isBlankEntered({ ...line, amount: '' }))) return;
  const left = (amount: string | null = null): string =>
    numberOf(amount).gt(0) ? (amount ?? '') : '';
  const amount = left(choice?.prepayment);
  store.reset(amount === '' ? [] : [{ ...blankEntered, amount }]);
  setHead({ bonus: left(choice?.bonus) });
}

const goToFirst = (form: MoneyForm<EnteredLine>): void =>
  goToCell(form, 0, form.of.shape.columns[0]?.id);

/** A new document begins in its first line, unless its partner comes first. */
function useBegin(form: MoneyForm<EnteredLine>, phone: boolean): void {
  useEffect(() => {
    const { code, head } = form;
    const waits = documentKinds[code].partner?.required === true && head.partnerId === null;
    if (head.id === null && !waits && !phone) goToFirst(form);
    // Once, when it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}

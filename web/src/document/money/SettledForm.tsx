import { moneyDocuments } from '@tradehouse/contract';
import { documentKinds, keepsIn, settledBy, sum } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '../../app/net/client.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { t } from '../../phrase/index.ts';
import { currencyFromReply } from '../draft/commonHead.ts';
import { termsNow } from '../draft/dayRates.ts';
import { ownDraft } from '../draft/localDraft.ts';
import { numberOf } from '../draft/priced.ts';
import { Opened } from '../editor/writing.tsx';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { useFormDigits } from '../form/useFormDigits.ts';
import { readDefaults } from '../form/start.ts';
import type { Purpose } from '../form/start.ts';
import { LineGrid } from '../grid/LineGrid.tsx';
import { gridOf, inserted } from '../grid/gridState.ts';
import { useStore } from '../grid/useStore.ts';
import { RemoveButton } from '../lines/RemoveButton.tsx';
import { billStart } from './billStart.ts';
import { DebtPicker } from './DebtPicker.tsx';
import { goToCell, MoneyEditor } from './MoneyEditor.tsx';
import { lineOfDebt, lineOfReply, settledKey, settledLines, withKept } from './moneyLine.ts';
import { besideTitle } from './moneyTitles.ts';
import type { Debt, SettledLine } from './moneyLine.ts';
import { PartnerHistory } from './PartnerHistory.tsx';
import { openWith, partnerStart } from './partnerStart.ts';
import { SpreadField } from './SpreadField.tsx';
import { blankMoneyHead, moneyFromReply, useMoneyForm } from './useMoneyForm.ts';
import type { MoneyForm, MoneyHead, MoneyStart } from './useMoneyForm.ts';
import { isWaitedFor, WaitingButton } from './WaitingPartners.tsx';
import { WholeDebt } from './WholeDebt.tsx';

type Form = MoneyForm<SettledLine>;
type Start = MoneyStart<SettledLine>;

/** What was read to begin with: blank, a bill that is to be settled, all that is open with a partner, or a saved document. */
async function startOf(
  code: MoneyKindCode,
  id: string | null,
  query: URLSearchParams = new URLSearchParams(),
): Promise<Start> {
  if (id !== null)
    return moneyFromReply(await call(moneyDocuments.info, { id }), {
      fromReply: (line) => lineOfReply(code, line),
    });
  const blank = { head: blankMoneyHead(code, (await readDefaults()).accountId), lines: [] };
  const [bill, partnerId] = [query.get('bill'), query.get('partner')];
  if (bill !== null) return billStart(code, bill, blank);
  if (partnerId === null) return blank;
  return partnerStart(code, { partnerId, partnerName: query.get('name') ?? '' }, blank);
}

interface Props {
  readonly code: MoneyKindCode;
  readonly purpose: Purpose;
}

/** A receipt, a payment or what gives a deposit back, being written: its lines are what it settles. */
export function SettledForm({ code, purpose }: Props) {
  const { key, query } = useTab();
  const id = purpose.open === 'edit' ? purpose.id : null;
  return (
    <Opened read={async () => ownDraft<MoneyHead, SettledLine>(key) ?? startOf(code, id, query)}>
      {(start) => <Editor code={code} start={start} />}
    </Opened>
  );
}

function Editor({ code, start }: { readonly code: MoneyKindCode; readonly start: Start }) {
  const { keepOverpayment } = useSettings();
  const [digits, follow] = useFormDigits(start.head.currency);
  const of = useMemo(
    () => settledLines(code, digits, keepOverpayment),
    [code, digits, keepOverpayment],
  );
  const form = useMoneyForm(code, start, of);
  follow(form.head.currency);
  const [picking, setPicking] = useState(false);
  const lines = useStore(form.store, form.store.values);
  return (
    <MoneyEditor
      form={form}
      blank={() => startOf(code, null)}
      keys={{ F7: () => form.head.partnerId !== null && setPicking(true) }}
      onPartner={() => emptied(form)}
      currencyFixed={lines.length > 0}
    >
      <Lines form={form} empty={lines.length === 0} onPick={setPicking} />
      {picking && <Picking form={form} lines={lines} onClose={() => setPicking(false)} />}
    </MoneyEditor>
  );
}

/** Bills of another partner can't be settled with this one's money: the lines go with the partner. */
const emptied = ({ store }: Form): void =>
  store.change((grid) => ({
    ...gridOf([]),
    nextKey: grid.nextKey,
    past: [...grid.past, grid.rows],
  }));

/** The document becomes that of a partner, with all that is open in one currency. */
async function takeAll(
  { code, store, setHead }: Form,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const { head, lines } = await openWith(code, { partnerId: id, partnerName: name });
  setHead(head);
  store.reset(lines);
}

interface PickingProps {
  readonly form: Form;
  readonly lines: readonly SettledLine[];
  readonly onClose: () => void;
}

/** The choice of what is settled; what is taken stands behind the lines that are there. */
function Picking({ form, lines, onClose }: PickingProps) {
  const { code, head, setHead, store } = form;
  const taken = new Set(lines.map(settledKey));
  const take = (debts: readonly Debt[]): void => {
    onClose();
    store.reset([...lines, ...debts.map(lineOfDebt).filter((one) => !taken.has(settledKey(one)))]);
    // All of them are of one currency, which is the document's.
    const [first] = debts;
    if (lines.length === 0 && first !== undefined)
      void termsNow(currencyFromReply(first)).then(setHead);
    goToCell(form, lines.length);
  };
  if (head.partnerId === null) return null;
  return (
    <DebtPicker
      code={code}
      partnerId={head.partnerId}
      partnerName={head.partnerName}
      taken={taken}
      currency={lines.length === 0 ? null : head.currency}
      onTake={take}
      onClose={onClose}
    />
  );
}

interface LinesProps {
  readonly form: Form;
  readonly empty: boolean;
  /** Opens the choice of what is settled. */
  readonly onPick: (picking: true) => void;
}

/** What is settled, a line each, and the buttons above. */
function Lines(props: LinesProps) {
  const { code, store, of, head } = props.form;
  const { shape } = of;
  return (
    <div className="document-lines">
      <div className="goods-lines">
        <LinesTools {...props} />
        <LineGrid
          store={store}
          columns={shape.columns}
          blank={shape.blank}
          isBlank={shape.isBlank}
          fixed
          label={t('money.lines')}
          empty={head.partnerId === null ? askedFirst(code) : t('money.add')}
        />
      </div>
    </div>
  );
}

/** Bills are those of somebody. */
const askedFirst = (code: MoneyKindCode): string =>
  t('money.addHint', { name: partnerLabel(documentKinds[code]) });

function LinesTools({ form, empty, onPick }: LinesProps) {
  const { code, head, store, of } = form;
  const waits = head.partnerId === null;
  return (
    <div className="lines-tools">
      <Button
        type={empty ? 'primary' : 'default'}
        disabled={waits}
        title={waits ? askedFirst(code) : 'F7'}
        onClick={() => onPick(true)}
      >
        {t('money.add')}
      </Button>
      {isWaitedFor(code) && waits && (
        <WaitingButton code={code} onTake={(partner) => void takeAll(form, partner)} />
      )}
      <RemoveButton store={store} shape={() => of.shape} />
      <PartnerHistory code={code} partnerId={head.partnerId} partnerName={head.partnerName} />
      {settledBy(code) !== 'deposit' && <SpreadField form={form} />}
      {keepsIn(code) !== null && <KeepButton form={form} />}
      {isWaitedFor(code) && head.partnerId !== null && (
        <WholeDebt code={code} partnerId={head.partnerId} />
      )}
    </div>
  );
}

/** Keeps what the lines would give back, for what the partner buys later. */
function KeepButton({ form: { code, store } }: { readonly form: Form }) {
  const lines = useStore(store, store.values);
  const rest = sum(lines.map(({ amount }) => numberOf(amount)));
  const keep = (): void =>
    store.change((grid) => ({
      ...inserted({ ...grid, rows: [] }, 0, withKept(lines, rest.negated(), besideTitle(code))),
      past: [...grid.past, grid.rows],
      focus: null,
      anchor: null,
    }));
  return (
    <Button disabled={!rest.greaterThan(0)} onClick={keep}>
      {besideTitle(code)}
    </Button>
  );
}

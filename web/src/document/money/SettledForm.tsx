import { moneyDocuments } from '@tradehouse/contract';
import { documentKinds, keepsIn, purseSettledByKind, sum } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { t } from '../../phrase/index.ts';
import { currencyFromReply } from '../draft/commonHead.ts';
import { termsNow } from '../draft/dayRates.ts';
import { ownDraft } from '../draft/localDraft.ts';
import { decimalFromDraft } from '../draft/priced.ts';
import { Opened } from '../editor/writing.tsx';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { useFormCurrency } from '../form/useFormCurrency.ts';
import { readDefaults } from '../form/start.ts';
import type { Purpose } from '../form/start.ts';
import { LineGrid } from '../grid/LineGrid.tsx';
import { gridOf, insertRowsAt } from '../grid/gridState.ts';
import { useStore } from '../grid/useStore.ts';
import { LineCards } from '../lines/LineCards.tsx';
import type { Card } from '../lines/LineCards.tsx';
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

type SettledMoneyForm = MoneyForm<SettledLine>;
type SettledFormStart = MoneyStart<SettledLine>;

/** Returns the initial content: blank, a bill to settle, a partner's open debts, or a saved document. */
async function loadSettledStart(
  code: MoneyKindCode,
  id: string | null,
  query: URLSearchParams = new URLSearchParams(),
): Promise<SettledFormStart> {
  if (id !== null)
    return moneyFromReply(await callEndpoint(moneyDocuments.info, { id }), {
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

/** Edits a receipt, payment or deposit refund: its lines settle debts. */
export function SettledForm({ code, purpose }: Props) {
  const { key, query } = useTab();
  const id = purpose.open === 'edit' ? purpose.id : null;
  return (
    <Opened
      read={async () => ownDraft<MoneyHead, SettledLine>(key) ?? loadSettledStart(code, id, query)}
    >
      {(start) => <SettledEditor code={code} start={start} />}
    </Opened>
  );
}

function SettledEditor({
  code,
  start,
}: {
  readonly code: MoneyKindCode;
  readonly start: SettledFormStart;
}) {
  const { keepOverpayment } = useSettings();
  const [money, follow] = useFormCurrency(start.head);
  const of = useMemo(
    () => settledLines(code, money, keepOverpayment),
    [code, money, keepOverpayment],
  );
  const form = useMoneyForm(code, start, of);
  follow(form.head);
  const [picking, setPicking] = useState(false);
  const lines = useStore(form.store, form.store.values);
  return (
    <MoneyEditor
      form={form}
      blank={() => loadSettledStart(code, null)}
      keys={{ F7: () => form.head.partnerId !== null && setPicking(true) }}
      onPartner={() => clearSettledLines(form)}
      currencyFixed={lines.length > 0}
    >
      <SettledLineList form={form} empty={lines.length === 0} onPick={setPicking} />
      {picking && <Picking form={form} lines={lines} onClose={() => setPicking(false)} />}
    </MoneyEditor>
  );
}

/** Bills of another partner can't be settled with this one's money: the lines go with the partner. */
const clearSettledLines = ({ store }: SettledMoneyForm): void =>
  store.change((grid) => ({
    ...gridOf([]),
    nextKey: grid.nextKey,
    past: [...grid.past, grid.rows],
  }));

/** Changes the document's partner and takes all open debts in one currency. */
async function takeAll(
  { code, store, setHead }: SettledMoneyForm,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const { head, lines } = await openWith(code, { partnerId: id, partnerName: name });
  setHead(head);
  store.reset(lines);
}

interface PickingProps {
  readonly form: SettledMoneyForm;
  readonly lines: readonly SettledLine[];
  readonly onClose: () => void;
}

/** Picks debts to settle; picked debts follow the existing lines. */
function Picking({ form, lines, onClose }: PickingProps) {
  const { code, head, setHead, store } = form;
  const taken = new Set(lines.map(settledKey));
  const take = (debts: readonly Debt[]): void => {
    onClose();
    store.reset([...lines, ...debts.map(lineOfDebt).filter((one) => !taken.has(settledKey(one)))]);
    // All debts share one currency, which becomes the document's.
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

interface SettledLineListProps {
  readonly form: SettledMoneyForm;
  readonly empty: boolean;
  readonly onPick: (picking: true) => void;
}

/** Shows settled debts, one line each, and the buttons above. */
function SettledLineList(props: SettledLineListProps) {
  const { code, store, of, head } = props.form;
  const { shape } = of;
  const phone = usePhone();
  const empty = head.partnerId === null ? askedFirst(code) : t('money.add');
  const settledCard: Card<SettledLine> = {
    title: ({ number }) => number,
    figure: (line) => shape.columns.find(({ id }) => id === 'amount')?.show(line) ?? '',
    facts: ['day', 'dueOn', 'open'],
  };
  return (
    <div className="document-lines">
      <div className="goods-lines">
        <LinesTools {...props} />
        {phone ? (
          <LineCards
            store={store}
            columns={shape.columns}
            shape={() => shape}
            card={settledCard}
            empty={empty}
          />
        ) : (
          <LineGrid
            store={store}
            columns={shape.columns}
            blank={shape.blank}
            isBlank={shape.isBlank}
            fixed
            label={t('money.lines')}
            empty={empty}
          />
        )}
      </div>
    </div>
  );
}

/** Bills require a partner first. */
const askedFirst = (code: MoneyKindCode): string =>
  t('money.addHint', { name: partnerLabel(documentKinds[code]) });

function LinesTools({ form, empty, onPick }: SettledLineListProps) {
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
      {purseSettledByKind(code) !== 'deposit' && <SpreadField form={form} />}
      {keepsIn(code) !== null && <KeepButton form={form} />}
      {isWaitedFor(code) && head.partnerId !== null && (
        <WholeDebt code={code} partnerId={head.partnerId} />
      )}
    </div>
  );
}

/** Keeps the refundable remainder of the lines for the partner's later purchases. */
function KeepButton({ form: { code, store } }: { readonly form: SettledMoneyForm }) {
  const lines = useStore(store, store.values);
  const rest = sum(lines.map(({ amount }) => decimalFromDraft(amount)));
  const keep = (): void =>
    store.change((grid) => ({
      ...insertRowsAt({ ...grid, rows: [] }, 0, withKept(lines, rest.negated(), besideTitle(code))),
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

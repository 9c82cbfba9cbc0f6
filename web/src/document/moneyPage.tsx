import { moneyDocuments } from '@tradehouse/contract';
import { documentKinds, plain, settledBy } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ComponentType } from 'react';
import { useState } from 'react';
import { call } from '../app/net/client.ts';
import { notices } from '../app/notices.ts';
import { outdate } from '../app/net/query.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useTab, useTabs } from '../app/tabs/tabs.ts';
import { amountText } from '../control/currency.ts';
import { AccountSelect, PersonSelect } from '../control/references.tsx';
import { DocumentBar } from './form/DocumentBar.tsx';
import { PartnerField, RateField, TimeAndNumber } from './form/DocumentHead.tsx';
import { HeadField } from './form/HeadField.tsx';
import { DraftOffer } from './form/DraftOffer.tsx';
import { RefusalAlert } from './form/RefusalAlert.tsx';
import { NotesFoot } from './form/NotesFoot.tsx';
import { currencyFromReply } from './draft/commonHead.ts';
import { ownDraft } from './draft/localDraft.ts';
import { readDefaults } from './form/start.ts';
import type { KeptDrafts } from './form/useLocalDraft.ts';
import { useLocalDraft } from './form/useLocalDraft.ts';
import { useSaving } from './form/useSaving.tsx';
import { LineGrid } from './grid/LineGrid.tsx';
import { focused, removed, gridOf } from './grid/gridState.ts';
import { useStore } from './grid/useStore.ts';
import { DebtPicker } from './money/DebtPicker.tsx';
import { billStart } from './money/billStart.ts';
import { moneyFacts } from './money/moneyFacts.ts';
import { lineOfDebt, settledKey } from './money/moneyLine.ts';
import type { Debt, SettledLine } from './money/moneyLine.ts';
import { SpreadField } from './money/SpreadField.tsx';
import { blankMoney, moneyFigures, moneyFromReply, useMoneyForm } from './money/useMoneyForm.ts';
import type { MoneyForm, MoneyHead, MoneyStart } from './money/useMoneyForm.ts';
import { AmountInput } from './settlement/AmountInput.tsx';
import { paidLabelOf, sideOf } from './settlement/sides.ts';
import { t } from '../phrase/index.ts';
import { DocumentDetail } from './paper/documentDetail.tsx';
import { DocumentList } from './list/documentList.tsx';
import { WithQuickForms } from '../record/quickForms.tsx';
import { Opened, useWriting } from './editor/writing.tsx';
import './form/document.css';
import './lines/lines.css';
import './draft/settlement.css';

/** What was read to begin with: blank, a bill that is to be settled, or a saved document. */
async function startOf(
  code: MoneyKindCode,
  id: string | null,
  bill: string | null = null,
): Promise<MoneyStart> {
  if (id !== null) return moneyFromReply(await call(moneyDocuments.info, { id }));
  const blank = blankMoney((await readDefaults()).accountId);
  return bill === null ? blank : billStart(code, bill, blank);
}

interface EditorProps {
  readonly code: MoneyKindCode;
  readonly id: string | null;
}

function MoneyEditor({ code, id }: EditorProps) {
  const { key, query } = useTab();
  return (
    <Opened
      read={async () =>
        ownDraft<MoneyHead, SettledLine>(key) ?? startOf(code, id, query.get('bill'))
      }
    >
      {(start) => <Form code={code} start={start} />}
    </Opened>
  );
}

/** Saves the document and goes on: to what was saved, or to the next blank one. */
function useMoneySaving(
  code: MoneyKindCode,
  form: MoneyForm,
  drafts: KeptDrafts<MoneyHead, SettledLine>,
) {
  const tabs = useTabs();
  const { timeZone } = useSettings();
  return useSaving(form, {
    facts: moneyFacts(code, timeZone),
    draft: moneyFromReply,
    read: () => call(moneyDocuments.info, { id: form.head.id ?? '0' }).catch(() => null),
    onMine: ({ version }) => form.setHead({ version }),
    onTheirs: (newer) => {
      drafts.setAside();
      form.restart(moneyFromReply(newer));
    },
    onSaved: async (id, number, goOn) => {
      drafts.drop();
      await outdate(['document'], ['list']);
      void notices().message.success(t('document.saved', { number }));
      if (goOn) form.restart(await startOf(code, null));
      else tabs.replace(`${documentKinds[code].url}/${id}`);
    },
  });
}

function Form({ code, start }: { readonly code: MoneyKindCode; readonly start: MoneyStart }) {
  const { key: place } = useTab();
  const form = useMoneyForm(code, start);
  const { head, store, refusal } = form;
  const drafts = useLocalDraft<MoneyHead, SettledLine>(place, form);
  const [picking, setPicking] = useState(false);
  const lines = useStore(store, store.values);
  const save = useMoneySaving(code, form, drafts);
  const bar = useWriting(code, form, save, {
    F7: () => head.partnerId !== null && setPicking(true),
  });
  return (
    <div className="document-page">
      <DocumentBar {...bar} />
      <DraftOffer
        drafts={drafts}
        dirty={form.dirty}
        about={({ number }) => number}
        onTaken={() => goToAmount(form, 0)}
      />
      {refusal.message !== null && <RefusalAlert message={refusal.message} />}
      <MoneyHeadFields code={code} form={form} />
      <MoneyLines code={code} form={form} empty={lines.length === 0} onPick={setPicking} />
      <footer className="document-foot">
        <NotesFoot form={form} biz="financial" />
        <MoneyFoot code={code} form={form} lines={lines} />
      </footer>
      {picking && (
        <Picking code={code} form={form} lines={lines} onClose={() => setPicking(false)} />
      )}
    </div>
  );
}

/** Puts the cursor into the amount of a line. */
function goToAmount({ store }: MoneyForm, at: number): void {
  const key = store.grid().rows[at]?.key;
  if (key !== undefined) store.change((grid) => focused(grid, { key, column: 'amount' }));
}

/** The choice of what is settled; what is taken stands behind the lines that are there. */
function Picking({ code, form, lines, onClose }: FootProps & { readonly onClose: () => void }) {
  const { head, setHead, store } = form;
  const taken = new Set(lines.map(settledKey));
  const take = (debts: readonly Debt[]): void => {
    onClose();
    store.reset([...lines, ...debts.map(lineOfDebt).filter((one) => !taken.has(settledKey(one)))]);
    // All of them are of one currency, which is the document's.
    const [first] = debts;
    setHead(lines.length > 0 || first === undefined ? {} : currencyFromReply(first));
    goToAmount(form, lines.length);
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
  readonly code: MoneyKindCode;
  readonly form: MoneyForm;
  readonly empty: boolean;
  /** Opens the choice of what is settled. */
  readonly onPick: (picking: true) => void;
}

/** What is settled, a line each, and the buttons above. */
function MoneyLines(props: LinesProps) {
  const { store, shape, head } = props.form;
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
          empty={t(head.partnerId === null ? 'money.addHint' : 'money.add')}
        />
      </div>
    </div>
  );
}

function LinesTools({ code, form, empty, onPick }: LinesProps) {
  const { head, store, shape } = form;
  const waits = head.partnerId === null;
  return (
    <div className="lines-tools">
      <Button
        type={empty ? 'primary' : 'default'}
        disabled={waits}
        title={waits ? t('money.addHint') : 'F7'}
        onClick={() => onPick(true)}
      >
        {t('money.add')}
      </Button>
      <Button
        disabled={empty}
        title="Ctrl+Backspace"
        onClick={() =>
          store.change((grid) =>
            grid.focus === null ? grid : removed(grid, shape, new Set([grid.focus.key])),
          )
        }
      >
        {t('editor.lines.removeOne')}
      </Button>
      {settledBy(code) !== 'deposit' && <SpreadField code={code} form={form} />}
    </div>
  );
}

interface HeadProps {
  readonly code: MoneyKindCode;
  readonly form: MoneyForm;
}

function MoneyHeadFields({ code, form }: HeadProps) {
  const { head, setHead, refusal } = form;
  const { fields } = refusal;
  return (
    <div className="document-head">
      <MoneyPartner code={code} form={form} />
      <TimeAndNumber head={head} errors={fields} onChange={setHead} />
      {head.currency !== '' && (
        <RateField
          currency={head.currency}
          rate={head.exchangeRate}
          error={fields['exchangeRate']}
          onChange={(exchangeRate) => setHead({ exchangeRate })}
        />
      )}
      <HeadField label={t('money.finance')} error={fields['handlerId']}>
        <PersonSelect
          type="finance"
          aria-label={t('money.finance')}
          value={head.handlerId}
          onChange={(handlerId) => setHead({ handlerId })}
        />
      </HeadField>
    </div>
  );
}

/** Bills of another partner can't be settled with this one's money: the lines go with the partner. */
function MoneyPartner({ code, form: { head, setHead, store, refusal } }: HeadProps) {
  return (
    <PartnerField
      kind={documentKinds[code]}
      head={head}
      error={refusal.fields['partnerId']}
      begins={head.id === null}
      onPartner={(choice) => {
        setHead({ partnerId: choice?.id ?? null, partnerName: choice?.name ?? '' });
        store.change((grid) => ({
          ...gridOf([]),
          nextKey: grid.nextKey,
          past: [...grid.past, grid.rows],
        }));
      }}
    />
  );
}

interface FootProps extends HeadProps {
  readonly lines: readonly SettledLine[];
}

function MoneyFoot({ code, form, lines }: FootProps) {
  const { head, setHead, refusal } = form;
  const own = useSettings();
  const kind = documentKinds[code];
  const { total, paidNow } = moneyFigures(lines, head.discount, own.currencyDigits);
  return (
    <div className="sum-table">
      <AccountRow code={code} form={form} />
      <div className="sum-row">
        <span>{t('money.total')}</span>
        <span>{amountText(plain(total), head.currency, own)}</span>
      </div>
      {kind.amounts.includes('discount') && (
        <div className="sum-row">
          <span>{t('money.discount')}</span>
          <AmountInput
            label={t('money.discount')}
            value={head.discount}
            error={refusal.fields['discount']}
            onChange={(discount) => setHead({ discount })}
          />
        </div>
      )}
      <div className="sum-row strong">
        <span>{paidLabelOf(kind)}</span>
        <span>{amountText(plain(paidNow), head.currency, own)}</span>
      </div>
    </div>
  );
}

/** The account that the money comes into or goes out of. */
function AccountRow({ code, form: { head, setHead, refusal } }: HeadProps) {
  const side = sideOf(documentKinds[code]) === 'receive' ? 'receive' : 'pay';
  const label = t(`money.account.${side}`);
  const error = refusal.fields['accountId'];
  return (
    <>
      <div className="sum-row">
        <span>{label}</span>
        <AccountSelect
          aria-label={label}
          style={{ width: 200 }}
          status={error === undefined ? '' : 'error'}
          value={head.accountId}
          onChange={(accountId) => setHead({ accountId })}
        />
      </div>
      {error !== undefined && <p className="sum-error">{error}</p>}
    </>
  );
}

/** The view of a settling money kind: its list, and its documents in tabs of their own, as for goods. */
export function moneyPage(code: MoneyKindCode): ComponentType {
  const MoneyPage = () => {
    const { rest, query } = useTab();
    if (rest === '') return <DocumentList key={query.toString()} code={code} />;
    const [id = '', act] = rest.split('/');
    if (id !== 'new' && act !== 'edit') return <DocumentDetail code={code} id={id} />;
    return (
      <WithQuickForms>
        <MoneyEditor code={code} id={id === 'new' ? null : id} />
      </WithQuickForms>
    );
  };
  MoneyPage.displayName = documentKinds[code].name.en;
  return MoneyPage;
}

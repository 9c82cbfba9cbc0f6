import { moneyDocuments } from '@tradehouse/contract';
import { documentKinds, hasBonus, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { refreshDocuments } from '../refreshDocuments.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab, useTabActions } from '../../app/tabs/tabs.ts';
import { amountText, currencyDigitsOf } from '../../control/currency.ts';
import { AccountSelect, PersonSelect } from '../../control/references.tsx';
import type { PartnerChoice } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { useWriting } from '../editor/writing.tsx';
import { CurrencyFields } from '../form/CurrencyFields.tsx';
import { DocumentBar } from '../form/DocumentBar.tsx';
import { PartnerField, TimeAndNumber } from '../form/DocumentHead.tsx';
import { DraftOffer } from '../form/DraftOffer.tsx';
import { HeadField } from '../form/HeadField.tsx';
import { NotesFoot } from '../form/NotesFoot.tsx';
import { RefusalAlert } from '../form/RefusalAlert.tsx';
import type { KeyActions } from '../form/useDocumentKeys.ts';
import type { KeptDrafts } from '../form/useLocalDraft.ts';
import { useLocalDraft } from '../form/useLocalDraft.ts';
import { useDocumentSaving } from '../form/useSaving.tsx';
import { focusCell } from '../grid/gridState.ts';
import { useStore } from '../grid/useStore.ts';
import { isUnread } from '../draft/settlement.ts';
import { AmountInput } from '../settlement/AmountInput.tsx';
import { InOwn } from '../settlement/InOwn.tsx';
import { accountLabelOf, bonusLabelOf, paidLabelOf } from '../settlement/sides.ts';
import { bankRowIn, bankStatementAddress, matchBankRow } from './bankRowStart.ts';
import { PaymentFeeRows } from './PaymentFeeRows.tsx';
import { moneyFacts } from './moneyFacts.ts';
import type { WithAmount } from './moneyLines.ts';
import { moneyFigures, moneyFromReply } from './useMoneyForm.ts';
import type { MoneyForm, MoneyHead, MoneyStart } from './useMoneyForm.ts';
import '../form/document.css';
import '../lines/lines.css';
import '../draft/settlement.css';

/** Saves the document and opens the saved document, or the next blank form. */
function useMoneySaving<Line>(
  form: MoneyForm<Line>,
  drafts: KeptDrafts<MoneyHead, Line>,
  blank: () => Promise<MoneyStart<Line>>,
) {
  const tabs = useTabActions();
  const bankRow = bankRowIn(useTab().query);
  const { timeZone } = useSettings();
  const { code, of } = form;
  return useDocumentSaving(form, {
    facts: moneyFacts(code, timeZone, of.toLineFact),
    draft: (reply) => moneyFromReply(reply, of),
    read: () => callEndpoint(moneyDocuments.info, { id: form.head.id ?? '0' }).catch(() => null),
    onMine: ({ version }) => form.setHead({ version }),
    onTheirs: (newer) => {
      drafts.setAside();
      form.restart(moneyFromReply(newer, of));
    },
    onSaved: async (id, number, goOn) => {
      drafts.drop();
      await refreshDocuments();
      void getNotices().message.success(t('document.saved', { number }));
      if (bankRow !== null && (await matchBankRow(bankRow, id).catch(() => false))) {
        const statement = bankStatementAddress(bankRow.statementId);
        tabs.replace(statement);
        tabs.open(statement);
      } else if (goOn && bankRow === null) form.restart(await blank());
      // The next document belongs to another bank row.
      else tabs.replace(`${documentKinds[code].url}/${goOn ? 'new' : id}`);
    },
  });
}

/** Focuses a cell of a line; default: its amount. */
export function goToCell<Line>({ store }: MoneyForm<Line>, at: number, column = 'amount'): void {
  const key = store.grid().rows[at]?.key;
  if (key !== undefined) store.change((grid) => focusCell(grid, { key, column }));
}

interface MoneyEditorProps<Line> {
  readonly form: MoneyForm<Line>;
  /** Creates the initial content of the next document. */
  readonly blank: () => Promise<MoneyStart<Line>>;
  readonly keys?: KeyActions;
  readonly onPartner: (choice: PartnerChoice | null) => void;
  /** Currency is determined by the settled documents. */
  readonly currencyFixed?: boolean;
  /** Lines and their overlays. */
  readonly children: ReactNode;
}

/** Editor state of a money document: head, lines of any type, and the fields below. */
export function MoneyEditor<Line extends WithAmount>({
  form,
  blank,
  keys = {},
  onPartner,
  currencyFixed = false,
  children,
}: MoneyEditorProps<Line>) {
  const { key: place } = useTab();
  const { code, refusal } = form;
  const drafts = useLocalDraft<MoneyHead, Line>(place, form);
  const save = useMoneySaving(form, drafts, blank);
  const bar = useWriting(code, form, save, keys);
  return (
    <div className="document-page">
      <DocumentBar {...bar} />
      <DraftOffer
        drafts={drafts}
        dirty={form.dirty}
        about={form.of.about}
        onTaken={() => goToCell(form, 0)}
      />
      {refusal.message !== null && <RefusalAlert message={refusal.message} />}
      <MoneyHeadFields form={form} onPartner={onPartner} currencyFixed={currencyFixed} />
      {children}
      <footer className="document-foot">
        <NotesFoot form={form} biz="financial" />
        <MoneyFoot form={form} />
      </footer>
    </div>
  );
}

function MoneyHeadFields<Line>({
  form,
  onPartner,
  currencyFixed = false,
}: Pick<MoneyEditorProps<Line>, 'form' | 'onPartner' | 'currencyFixed'>) {
  const { code, head, setHead, refusal } = form;
  const { fields } = refusal;
  const kind = documentKinds[code];
  return (
    <div className="document-head">
      <PartnerField
        kind={kind}
        head={head}
        error={fields['partnerId']}
        begins={head.id === null && kind.partner?.required === true}
        onPartner={(choice) => {
          setHead({ partnerId: choice?.id ?? null, partnerName: choice?.name ?? '' });
          onPartner(choice);
        }}
      />
      <TimeAndNumber head={head} errors={fields} onChange={setHead} />
      <CurrencyFields head={head} errors={fields} fixed={currencyFixed} onChange={setHead} />
      <HeadField label={t('document.handler')} error={fields['handlerId']}>
        <PersonSelect
          type="finance"
          aria-label={t('document.handler')}
          value={head.handlerId}
          onChange={(handlerId) => setHead({ handlerId })}
        />
      </HeadField>
    </div>
  );
}

function MoneyFoot<Line extends WithAmount>({ form }: { readonly form: MoneyForm<Line> }) {
  const { code, head, setHead, refusal, store } = form;
  const own = useSettings();
  const lines = useStore(store, store.values);
  const { account, amounts } = documentKinds[code];
  const digits = currencyDigitsOf(null, head.currency, own);
  const unread = isUnread(head.discount) || isUnread(head.bonus);
  const { total, paidNow } = moneyFigures(lines, unread ? '' : head.discount, digits);
  // With an unreadable field, the sum beside would be outdated.
  const money = (value: Decimal): string =>
    unread ? t('empty.none') : amountText(toPlainDecimal(value), head.currency, own);
  return (
    <div className="sum-table">
      {account !== null && <AccountRow form={form} />}
      {/* Where nothing is taken off, what is paid is the total. */}
      {amounts.includes('discount') && (
        <>
          <div className="sum-row">
            <span>{t('money.total')}</span>
            <span>{money(total)}</span>
          </div>
          <div className="sum-row">
            <span>{t('money.discount')}</span>
            <AmountInput
              currency={head.currency}
              label={t('money.discount')}
              value={head.discount}
              error={refusal.fields['discount']}
              onChange={(discount) => setHead({ discount })}
            />
          </div>
        </>
      )}
      {hasBonus(documentKinds[code]) && (
        <div className="sum-row">
          <span>{bonusLabelOf(documentKinds[code])}</span>
          <AmountInput
            currency={head.currency}
            label={bonusLabelOf(documentKinds[code])}
            value={head.bonus}
            error={refusal.fields['bonus']}
            onChange={(bonus) => setHead({ bonus })}
          />
        </div>
      )}
      <div className="sum-row strong">
        <span>{paidLabelOf(documentKinds[code])}</span>
        <span>{money(paidNow)}</span>
      </div>
      <InOwn amount={paidNow} terms={head} />
      {documentKinds[code].paymentFees.length > 0 && !unread && (
        <PaymentFeeRows form={form} paid={paidNow} />
      )}
    </div>
  );
}

/** Selects the account that receives or pays the money. */
function AccountRow<Line>({ form: { code, head, setHead, refusal } }: { form: MoneyForm<Line> }) {
  const label = accountLabelOf(documentKinds[code]);
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

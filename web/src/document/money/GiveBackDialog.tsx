import { moneyDocuments } from '@tradehouse/contract';
import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { Input, Radio } from 'antd';
import { useState } from 'react';
import { callEndpoint, newKey } from '../../app/net/client.ts';
import { CallError } from '../../app/net/envelope.ts';
import { getNotices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { amountText, currencyDigitsOf } from '../../control/currency.ts';
import { AccountSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { TimeField } from '../form/DocumentHead.tsx';
import { HeadField } from '../form/HeadField.tsx';
import { RefusalAlert } from '../form/RefusalAlert.tsx';
import { readableAmount } from '../draft/settlement.ts';
import { AmountInput } from '../settlement/AmountInput.tsx';
import { accountLabelOf, cashSideOfKind } from '../settlement/sides.ts';
import { settleProblem } from './moneyLine.ts';
import { besideTitle, settledTitle } from './moneyTitles.ts';

interface Props {
  /** Kind of the refund document. */
  readonly code: MoneyKindCode;
  readonly order: DocumentReply;
  readonly onClose: (changed: boolean) => void;
}

interface GiveBackValues {
  /** True if the deposit is kept for later purchases instead of refunded. */
  readonly kept: boolean;
  readonly accountId: string | null;
  readonly time: string | null;
  readonly amount: string;
  readonly remark: string;
}
/** Returns the default refund: the whole remainder, until another amount is typed. */
const createGiveBackValues = ({ accountId, depositLeft }: DocumentReply): GiveBackValues => ({
  kept: false,
  accountId,
  time: null,
  amount: depositLeft ?? '0',
  remark: '',
});

const toGiveBackBody = (
  kind: Props['code'],
  { id, partnerId, currency, exchangeRate }: Props['order'],
  { kept, accountId, time, amount, remark }: GiveBackValues,
) => ({
  kind,
  partnerId,
  currency,
  exchangeRate,
  accountId: kept ? null : accountId,
  remark,
  ...(time === null ? {} : { time }),
  lines: [{ settledDocumentId: id, amount }, ...(kept ? [{ amount: `-${amount}` }] : [])],
});

/** Holds the refund form and creates its document. */
function useGivingBack({ code, order, onClose }: Props) {
  const [key] = useState(newKey);
  const [given, setGiven] = useState(() => createGiveBackValues(order));
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const [busy, run] = useBusy();
  const save = async (): Promise<void> => {
    try {
      const body = toGiveBackBody(code, order, given);
      const { number } = await callEndpoint(moneyDocuments.add, body, { key, quiet: true });
      void getNotices().message.success(t('document.saved', { number }));
      onClose(true);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error);
    }
  };
  const change = (part: Partial<GiveBackValues>): void => setGiven({ ...given, ...part });
  return { given, change, refusal, busy, save: () => run(save) };
}

const givingBack = (code: MoneyKindCode): string =>
  t(`money.giveBack.${cashSideOfKind(documentKinds[code]) === 'receive' ? 'receive' : 'pay'}`);

/**
 * Refunds all or part of an order's remaining deposit, or keeps the deposit for later, in the order's
 * currency and rate.
 */
export function GiveBackDialog(props: Props) {
  const { code, order } = props;
  const { given, change, refusal, busy, save } = useGivingBack(props);
  const open = order.depositLeft ?? '0';
  const digits = currencyDigitsOf(open, order.currency, useSettings());
  const title = givingBack(code);
  const amount = readableAmount(given.amount);
  const problem = amount === null ? null : settleProblem({ amount: given.amount, open }, digits);
  return (
    <ChoiceModal
      width={520}
      title={`${title} · ${order.number}`}
      okText={given.kept ? besideTitle(code) : title}
      okDisabled={
        busy ||
        problem !== null ||
        (given.accountId === null && !given.kept) ||
        amount?.gt(0) !== true
      }
      typed={given.amount !== open || given.remark !== '' || given.kept}
      onOk={() => void save()}
      onCancel={() => props.onClose(false)}
    >
      {refusal !== null && <RefusalAlert message={refusal.message} />}
      <GiveBackFields
        {...props}
        given={given}
        refusal={refusal}
        problem={problem}
        onChange={change}
      />
    </ChoiceModal>
  );
}

interface GiveBackFieldsProps extends Props {
  readonly given: GiveBackValues;
  readonly refusal: CallError | null;
  readonly problem: string | null;
  readonly onChange: (part: Partial<GiveBackValues>) => void;
}

function GiveBackFields({ code, order, given, refusal, problem, onChange }: GiveBackFieldsProps) {
  const own = useSettings();
  const account = accountLabelOf(documentKinds[code]);
  const at = (name: string): string | undefined =>
    refusal?.facts.field === name ? refusal.message : undefined;
  return (
    <div className="document-head give-back">
      <HeadField label={t('document.depositLeft')}>
        <strong>{amountText(order.depositLeft ?? '0', order.currency, own)}</strong>
      </HeadField>
      <HeadField label={settledTitle(code, 'amount')} required>
        <AmountInput
          size="middle"
          label={settledTitle(code, 'amount')}
          currency={order.currency}
          value={given.amount}
          error={problem ?? at('amount')}
          onChange={(amount) => onChange({ amount })}
        />
      </HeadField>
      <HeadField label={t('money.giveBack.how')}>
        <Radio.Group
          aria-label={t('money.giveBack.how')}
          value={given.kept}
          onChange={(event) => onChange({ kept: event.target.value === true })}
          options={[
            { value: false, label: givingBack(code) },
            { value: true, label: besideTitle(code) },
          ]}
        />
      </HeadField>
      {!given.kept && (
        <HeadField label={account} required error={at('accountId')}>
          <AccountSelect
            aria-label={account}
            value={given.accountId}
            onChange={(accountId) => onChange({ accountId })}
          />
        </HeadField>
      )}
      <HeadField label={t('document.time')} error={at('time')}>
        <TimeField
          label={t('document.time')}
          value={given.time}
          error={at('time')}
          onChange={(time) => onChange({ time })}
        />
      </HeadField>
      <HeadField label={t('document.remark')}>
        <Input
          aria-label={t('document.remark')}
          maxLength={1000}
          value={given.remark}
          onChange={(event) => onChange({ remark: event.target.value })}
        />
      </HeadField>
    </div>
  );
}

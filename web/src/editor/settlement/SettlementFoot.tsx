import { documentKinds, plain } from '@tradehouse/domain';
import type { Decimal, HeadAmount } from '@tradehouse/domain';
import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { moneyText } from '../../control/format.ts';
import { AccountSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { weightOf } from '../lines/goodsColumns.ts';
import type { LineDraft } from '../lines/lineDraft.ts';
import { numberOf } from '../lines/priced.ts';
import { AccountsDialog } from './AccountsDialog.tsx';
import { AmountInput } from './AmountInput.tsx';
import { ServicesDialog } from './ServicesDialog.tsx';
import { dueOf, noticesOf, paidInFull, sharesFees, withAccounts, withPaid } from './settlement.ts';
import type { Part, SettlementDraft, SettlementRules } from './settlement.ts';
import { paidLabelOf } from './sides.ts';
import { useFigures } from './useFigures.ts';
import './settlement.css';

export interface FootProps {
  readonly store: GridStore<LineDraft>;
  readonly draft: SettlementDraft;
  readonly onChange: (draft: SettlementDraft) => void;
  readonly rules: SettlementRules;
  /** How much of the company's currency one of the document's is; '' where it is the same. */
  readonly exchangeRate: string;
  /** The order's deposit that is still unused; '' where there is none. */
  readonly depositLeft: string;
  /** Several accounts may pay one document. */
  readonly several: boolean;
  /** Refusals of the server by field of the body. */
  readonly errors: Readonly<Record<string, string>>;
}

const Row = ({
  label,
  children,
  strong,
}: {
  label: string;
  children: ReactNode;
  strong?: boolean;
}) => (
  <div className={strong ? 'sum-row strong' : 'sum-row'}>
    <span>{label}</span>
    <span>{children}</span>
  </div>
);

/** A line's goods as a service counts them: in base units and kilograms. */
const weighed = (line: LineDraft) => ({
  baseQuantity: numberOf(line.quantity).times(line.product?.ratio ?? 1),
  weight: weightOf(line),
});

/** There is something to share over the lines. */
const charged = ({ otherFees, freight, service }: SettlementDraft): boolean =>
  [otherFees, freight, service.value].some((text) => text !== '' && text !== '0');

/** The foot of orders, receipts, outbounds and returns: discount, fees, deposit, payment, debt; all live. */
export function SettlementFoot({
  store,
  draft,
  onChange,
  rules,
  exchangeRate,
  depositLeft,
  several,
  errors,
}: FootProps) {
  const figures = useFigures(store, draft, rules);
  const [dialog, setDialog] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const kind = documentKinds[rules.kind];
  const { digits } = rules.pricing;
  const has = (amount: HeadAmount): boolean => kind.amounts.includes(amount);
  const money = (value: Decimal): string => moneyText(plain(value), digits);
  const change = (part: Partial<SettlementDraft>): void => onChange({ ...draft, ...part });
  const paidLabel = paidLabelOf(kind);
  const due = dueOf(figures);

  const pair = (name: 'discount' | 'service', rate: Decimal, amount: Decimal, part: Part) => (
    <span className="sum-pair">
      <AmountInput
        label={t(`editor.foot.${name}Rate`)}
        suffix="%"
        value={part.by === 'rate' ? part.value : plain(rate)}
        onChange={(value) => change({ [name]: { by: 'rate', value } })}
      />
      <AmountInput
        label={t(`editor.foot.${name}`)}
        value={part.by === 'amount' ? part.value : plain(amount)}
        error={errors[name]}
        onChange={(value) => change({ [name]: { by: 'amount', value } })}
      />
    </span>
  );

  return (
    <div className="sum-table paired">
      {has('tax') && <Row label={t('editor.foot.goods')}>{money(figures.goods)}</Row>}
      {has('discount') && (
        <Row label={t('editor.foot.discount')}>
          {pair('discount', figures.discountRate, figures.discount, draft.discount)}
        </Row>
      )}
      {has('discount') && (
        <Row label={t('editor.foot.afterDiscount')}>{money(figures.afterDiscount)}</Row>
      )}
      {has('service') && (
        <Row label={t('editor.foot.service')}>
          {pair('service', figures.serviceRate, figures.serviceCharge, draft.service)}
        </Row>
      )}
      {has('services') && (
        <Row label={t('editor.foot.services')}>
          <Button type="link" size="small" onClick={() => setChoosing(true)}>
            {draft.services.length === 0
              ? t('editor.foot.services.choose')
              : t('editor.foot.services.count', {
                  count: draft.services.length,
                  amount: money(figures.serviceFees),
                })}
          </Button>
        </Row>
      )}
      {errors['services'] !== undefined && <p className="sum-error">{errors['services']}</p>}
      {(['otherFees', 'freight'] as const).filter(has).map((name) => (
        <Row key={name} label={t(`editor.foot.${name}`)}>
          <AmountInput
            label={t(`editor.foot.${name}`)}
            value={draft[name]}
            error={errors[name]}
            onChange={(value) => change({ [name]: value })}
          />
        </Row>
      ))}
      {sharesFees(kind) && charged(draft) && (
        <Row label={t('editor.foot.allocateBy')}>
          <Select
            size="small"
            style={{ width: 150 }}
            aria-label={t('editor.foot.allocateBy')}
            value={draft.allocateBy}
            options={(['amount', 'weight', 'quantity'] as const).map((value) => ({
              value,
              label: t(`editor.foot.allocateBy.${value}`),
            }))}
            onChange={(allocateBy) => change({ allocateBy })}
          />
        </Row>
      )}
      {(has('debt') || (has('services') && draft.services.length > 0)) && (
        <Row label={t('editor.foot.payable')} strong>
          {money(figures.payable)}
        </Row>
      )}
      {has('deposit') && (depositLeft !== '' || draft.depositUsed !== '') && (
        <Row
          label={t('editor.foot.depositUsed', {
            left: moneyText(depositLeft === '' ? '0' : depositLeft, digits),
          })}
        >
          <AmountInput
            label={t('editor.foot.deposit')}
            value={draft.depositUsed}
            error={errors['depositUsed']}
            onChange={(depositUsed) => change({ depositUsed })}
          />
        </Row>
      )}
      {kind.account !== null && (
        <Row label={t('editor.foot.account')}>
          {draft.settlements.length > 0 ? (
            <Button type="link" onClick={() => setDialog(true)}>
              {t('editor.foot.accounts', { count: draft.settlements.length })}
            </Button>
          ) : (
            <AccountSelect
              aria-label={t('editor.foot.account')}
              status={errors['accountId'] === undefined ? '' : 'error'}
              size="small"
              style={{ width: 150 }}
              value={draft.accountId}
              onChange={(accountId) => change({ accountId })}
            />
          )}
          {several && draft.settlements.length === 0 && (
            <Button type="link" size="small" onClick={() => setDialog(true)}>
              {t('editor.foot.several')}
            </Button>
          )}
        </Row>
      )}
      {errors['accountId'] !== undefined && <p className="sum-error">{errors['accountId']}</p>}
      {has('paidNow') && (
        <Row label={paidLabel} strong>
          <AmountInput
            label={paidLabel}
            value={
              draft.settlements.length > 0 || draft.paidNow === null
                ? plain(figures.paidNow)
                : draft.paidNow
            }
            error={errors['paidNow']}
            onChange={(text) => onChange(withPaid(draft, text, figures))}
          />
        </Row>
      )}
      {has('debt') && (
        <Row label={t('editor.foot.debt')} strong>
          {money(figures.debt)}
        </Row>
      )}
      {noticesOf(draft, figures).map((notice) => (
        <Alert
          key={notice}
          className="sum-notice"
          type={notice === 'paidKept' ? 'info' : 'error'}
          title={t(`editor.notice.${notice}`, {
            due: money(due),
            missing: money(figures.change.abs()),
          })}
          action={
            notice === 'paidKept' ? (
              <Button size="small" onClick={() => onChange(paidInFull(draft))}>
                {t('editor.notice.payAll')}
              </Button>
            ) : undefined
          }
        />
      ))}
      {choosing && (
        <ServicesDialog
          services={draft.services}
          goods={store
            .values()
            .filter(({ product }) => product !== null)
            .map(weighed)}
          exchangeRate={exchangeRate}
          digits={digits}
          onClose={() => setChoosing(false)}
          onTake={(services) => {
            setChoosing(false);
            change({ services });
          }}
        />
      )}
      {dialog && (
        <AccountsDialog
          shares={draft.settlements}
          due={plain(due)}
          digits={digits}
          onClose={() => setDialog(false)}
          onTake={(shares) => {
            setDialog(false);
            onChange(withAccounts(draft, shares, figures));
          }}
        />
      )}
    </div>
  );
}

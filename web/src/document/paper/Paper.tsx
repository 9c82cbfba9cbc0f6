import { plainHead } from '@tradehouse/contract';
import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds, takesDeposit } from '@tradehouse/domain';
import type { HeadAmount } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { Attachments } from '../../control/Attachments.tsx';
import { amountText } from '../../control/currency.ts';
import { percentText, quantityText, timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { labelOf } from '../../record/labels.ts';
import { paidLabelOf } from '../settlement/sides.ts';
import { partnerLabel, remarkLabel } from '../form/DocumentHead.tsx';
import { PaperLines } from './PaperLines.tsx';

type Fact = readonly [label: string, value: string];

/** A saved document as it stands on paper, on screen and in print. */
export function Paper({ reply }: { readonly reply: DocumentReply }) {
  const settings = useSettings();
  const kind = documentKinds[reply.kind];
  const money = kind.subject === 'money';
  const facts: readonly Fact[] = [
    ...(kind.partner === null ? [] : [[partnerLabel(kind), reply.partnerName] as const]),
    [t('document.time'), timeText(reply.time, settings.timeZone)],
    [t('document.number'), reply.number],
    [t('document.salespeople'), reply.salespersonNames],
    [money ? t('money.finance') : t('document.handler'), reply.handlerName],
    ...plainHead.names.map(
      (name) => [labelOf({ id: reply.kind }, name), reply[name] ?? ''] as const,
    ),
    ...(reply.travels ? [[t('document.travels'), t('document.travels.twoSteps')] as const] : []),
    ...(reply.currency === settings.currency
      ? []
      : [
          [t('document.currency'), reply.currency] as const,
          [t('document.exchangeRate'), reply.exchangeRate] as const,
        ]),
    ...(kind.asks
      ? [
          [t('document.applicant'), reply.creatorName] as const,
          [t('document.department'), reply.institutionName] as const,
        ]
      : [[t('document.creator'), reply.creatorName] as const]),
    ...(reply.auditedAt === null
      ? []
      : [
          [t('document.approver'), reply.auditorName] as const,
          [t('document.approvedAt'), timeText(reply.auditedAt, settings.timeZone)] as const,
        ]),
  ];
  return (
    <article className="paper">
      <h2>{kind.name[language]}</h2>
      <p className="paper-company">{settings.companyName}</p>
      <dl className="paper-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <PaperLines reply={reply} />
      <div className="paper-foot">
        <div>
          {reply.remark !== '' && (
            <p>
              {remarkLabel(kind)}: {reply.remark}
            </p>
          )}
          {reply.attachments.length > 0 && (
            <div className="no-print">
              <Attachments value={reply.attachments} biz="bill" />
            </div>
          )}
          {kind.trade?.side === 'sale' && settings.saleAgreement !== '' && (
            <p>{settings.saleAgreement}</p>
          )}
        </div>
        <PaperSums reply={reply} />
      </div>
      <div className="paper-signs">
        <span>
          {t('document.signMaker')}: {reply.creatorName}
        </span>
        <span>
          {t('document.signApprover')}: {reply.auditorName}
        </span>
        <span>{t('document.signReceiver')}: ________________</span>
      </div>
    </article>
  );
}

/** Sums that are 0 say nothing, except those a reader looks for. */
function PaperSums({ reply }: { readonly reply: DocumentReply }) {
  const own = useSettings();
  const kind = documentKinds[reply.kind];
  const has = (amount: HeadAmount): boolean => kind.amounts.includes(amount);
  const text = (value: string | null): string => amountText(value, reply.currency, own);
  const some = (value: string | null): boolean => value === null || !/^-?0(\.0+)?$/.test(value);
  const rows: readonly (Fact | null)[] = [
    has('tax') ? [t('editor.foot.goods'), text(reply.totalAmount)] : null,
    kind.subject === 'money' && has('discount')
      ? [t('money.total'), text(reply.totalAmount)]
      : null,
    has('discount') && some(reply.discount)
      ? [
          t('editor.foot.discount'),
          `${some(reply.discountRate) ? `${percentText(reply.discountRate)} · ` : ''}${text(reply.discount)}`,
        ]
      : null,
    has('service') && some(reply.serviceCharge)
      ? [t('editor.foot.service'), text(reply.serviceCharge)]
      : null,
    ...reply.services.map(({ name, quantity, fee, amount }): Fact => [
      `${name} ${quantityText(quantity)} × ${text(fee)}`,
      text(amount),
    ]),
    has('otherFees') && some(reply.otherFees)
      ? [t('editor.foot.otherFees'), text(reply.otherFees)]
      : null,
    has('freight') && some(reply.freight) ? [t('editor.foot.freight'), text(reply.freight)] : null,
    has('debt') || has('change') || reply.services.length > 0
      ? [t(has('change') ? 'editor.cash.due' : 'editor.foot.payable'), text(reply.payable)]
      : null,
    has('deposit') && some(reply.depositUsed)
      ? [t('editor.foot.deposit'), text(reply.depositUsed)]
      : null,
    reply.payment === 'prepaid'
      ? [t('document.payment'), t('editor.cash.prepaid', { left: text(reply.payable) })]
      : null,
    ...(reply.settlements.length >= 2
      ? reply.settlements.map(({ accountName, amount }): Fact => [accountName, text(amount)])
      : [
          reply.accountName === ''
            ? null
            : ([t('editor.foot.account'), reply.accountName] as const),
        ]),
    has('paidNow') && !has('change')
      ? [paidLabelOf(kind), text(takesDeposit(kind) ? reply.depositTaken : reply.paidNow)]
      : null,
    takesDeposit(kind) && some(reply.depositTaken) && reply.depositLeft !== reply.depositTaken
      ? [t('document.depositLeft'), text(reply.depositLeft)]
      : null,
    has('change') && reply.payment !== 'prepaid'
      ? [t('editor.cash.received'), text(reply.received)]
      : null,
    has('change') && reply.payment !== 'prepaid'
      ? [t('editor.cash.change'), text(reply.changeGiven)]
      : null,
    has('debt') ? [t('editor.foot.debt'), text(reply.debt)] : null,
    has('debt') && some(reply.settled) ? [t('document.settled'), text(reply.settled)] : null,
    has('debt') && some(reply.settled) ? [t('document.openDebt'), text(reply.openDebt)] : null,
  ];
  return (
    <div className="sum-table">
      {rows
        .filter((row) => row !== null)
        .map(([label, value]) => (
          <div key={label} className="sum-row">
            <span>{label}</span>
            <span>{value}</span>
          </div>
        ))}
    </div>
  );
}

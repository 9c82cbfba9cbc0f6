import { choiceLabel, plainHead } from '@tradehouse/contract';
import type { DocumentReply, SettingsReply } from '@tradehouse/contract';
import {
  decimal,
  documentKinds,
  toPlainDecimal,
  prepaidPart,
  showsChange,
  takesDeposit,
} from '@tradehouse/domain';
import type { HeadAmount } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { Attachments } from '../../control/Attachments.tsx';
import { amountText, inOwnText, isForeignCurrency } from '../../control/currency.ts';
import { percentText, quantityText, timeText, todayIn } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import { accountLabelOf, bonusLabelOf, handedLabelOf, paidLabelOf } from '../settlement/sides.ts';
import { partnerLabel, remarkLabel } from '../form/DocumentHead.tsx';
import { countDaysOverdue } from '../list/overdue.ts';
import { PaperLines } from './PaperLines.tsx';

type PaperFact = readonly [label: string, value: string];

/** The company's own currency goes without saying. */
const currencyFacts = (
  { currency, exchangeRate }: DocumentReply,
  own: SettingsReply,
): readonly PaperFact[] =>
  currency === own.currency
    ? []
    : [
        [t('document.currency'), currency],
        [t('document.exchangeRate'), exchangeRate],
      ];

/** Payment terms of a bill, the due date, and the days overdue. */
export function dueFacts(reply: DocumentReply, today: string): readonly PaperFact[] {
  const { kind, paymentKind, dueOn } = reply;
  const days = countDaysOverdue(reply, today);
  return [
    ...(paymentKind === null
      ? []
      : [
          [
            labelOfColumn({ id: kind }, 'paymentKind'),
            choiceLabel(language, 'paymentKind', paymentKind),
          ] as const,
        ]),
    [
      labelOfColumn({ id: kind }, 'dueOn'),
      [dueOn ?? [], days > 0 ? t('report.daysLate', { days }) : []].flat().join(' · '),
    ],
  ];
}

/** Author or requester, and approver. */
const factsOfWriters = (reply: DocumentReply, timeZone: string): readonly PaperFact[] => [
  ...(documentKinds[reply.kind].asks
    ? [
        [t('document.applicant'), reply.creatorName] as const,
        [t('document.department'), reply.institutionName] as const,
      ]
    : [[t('document.creator'), reply.creatorName] as const]),
  ...(reply.auditedAt === null
    ? []
    : [
        [t('document.approver'), reply.auditorName] as const,
        [t('document.approvedAt'), timeText(reply.auditedAt, timeZone)] as const,
      ]),
];

function factsOfPaperHead(reply: DocumentReply, settings: SettingsReply): readonly PaperFact[] {
  const kind = documentKinds[reply.kind];
  return [
    ...(kind.partner === null ? [] : [[partnerLabel(kind), reply.partnerName] as const]),
    [t('document.time'), timeText(reply.time, settings.timeZone)],
    [t('document.number'), reply.number],
    [t('document.salespeople'), reply.salespersonNames],
    [t('document.handler'), reply.handlerName],
    ...plainHead.names.map(
      (name) => [labelOfColumn({ id: reply.kind }, name), reply[name] ?? ''] as const,
    ),
    ...dueFacts(reply, todayIn(settings.timeZone)),
    ...(reply.travels ? [[t('document.travels'), t('document.travels.twoSteps')] as const] : []),
    ...currencyFacts(reply, settings),
    ...factsOfWriters(reply, settings.timeZone),
  ];
}

interface DocumentPaperProps {
  readonly reply: DocumentReply;
}

/** Shows a saved document as printed, on screen and on paper. */
export function DocumentPaper({ reply }: DocumentPaperProps) {
  const settings = useSettings();
  return (
    <article className="paper">
      <h2>{documentKinds[reply.kind].name[language]}</h2>
      <p className="paper-company">{settings.companyName}</p>
      <dl className="paper-facts">
        {factsOfPaperHead(reply, settings)
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
        <PaperNotes reply={reply} />
        <PaperSums reply={reply} />
      </div>
      <PaperSigns reply={reply} />
    </article>
  );
}

function PaperNotes({ reply: { kind: code, remark, attachments } }: DocumentPaperProps) {
  const { saleAgreement } = useSettings();
  const kind = documentKinds[code];
  return (
    <div>
      {remark !== '' && (
        <p>
          {remarkLabel(kind)}: {remark}
        </p>
      )}
      {attachments.length > 0 && (
        <div className="no-print">
          <Attachments value={attachments} biz="bill" />
        </div>
      )}
      {kind.trade?.side === 'sale' && saleAgreement !== '' && <p>{saleAgreement}</p>}
    </div>
  );
}

const PaperSigns = ({ reply: { creatorName, auditorName } }: DocumentPaperProps) => (
  <div className="paper-signs">
    <span>
      {t('document.signMaker')}: {creatorName}
    </span>
    <span>
      {t('document.signApprover')}: {auditorName}
    </span>
    <span>{t('document.signReceiver')}: ________________</span>
  </div>
);

type PaperAmountFormatter = (value: string | null) => string;
type Has = (amount: HeadAmount) => boolean;

const hasFigureToShow = (value: string | null): boolean =>
  value === null || !/^-?0(\.0+)?$/.test(value);

/** Returns the goods total; null for a total equal to the payable amount. */
function goodsTotal(
  { kind, totalAmount, taxAmount, payable }: DocumentReply,
  text: PaperAmountFormatter,
): PaperFact | null {
  const isRepeated =
    totalAmount !== null && payable !== null && decimal(totalAmount).equals(payable);
  if (isRepeated) return null;
  const label = hasFigureToShow(taxAmount)
    ? t('editor.foot.goods')
    : labelOfColumn({ id: kind }, 'goodsAmount');
  return [label, text(totalAmount)];
}

/** Returns the sums from the goods total to the payable amount. */
export function sumsToPay(
  reply: DocumentReply,
  has: Has,
  text: PaperAmountFormatter,
): readonly (PaperFact | null)[] {
  const rate = hasFigureToShow(reply.discountRate) ? `${percentText(reply.discountRate)} · ` : '';
  const money = documentKinds[reply.kind].subject === 'money';
  return [
    has('tax') ? goodsTotal(reply, text) : null,
    money && has('discount') ? [t('money.total'), text(reply.totalAmount)] : null,
    has('discount') && hasFigureToShow(reply.discount)
      ? [t('editor.foot.discount'), `${rate}${text(reply.discount)}`]
      : null,
    has('service') && hasFigureToShow(reply.serviceCharge)
      ? [t('editor.foot.service'), text(reply.serviceCharge)]
      : null,
    ...reply.services.map(({ name, quantity, fee, amount }): PaperFact => [
      `${name} ${quantityText(quantity)} × ${text(fee)}`,
      text(amount),
    ]),
    has('otherFees') && hasFigureToShow(reply.otherFees)
      ? [t('editor.foot.otherFees'), text(reply.otherFees)]
      : null,
    has('freight') && hasFigureToShow(reply.freight)
      ? [t('editor.foot.freight'), text(reply.freight)]
      : null,
    has('debt') || has('change') || (has('discount') && !money)
      ? [t(has('change') ? 'editor.cash.due' : 'editor.foot.payable'), text(reply.payable)]
      : null,
  ];
}

/** Converts a foreign amount into the company's currency. */
function inOwn(terms: DocumentReply, amount: string | null, own: SettingsReply): PaperFact | null {
  const text = inOwnText(amount, terms, own);
  return text === null ? null : [t('document.inOwn', { currency: own.currency }), text];
}

function factsOfPayment(
  reply: DocumentReply,
  has: Has,
  text: PaperAmountFormatter,
  own: SettingsReply,
): readonly (PaperFact | null)[] {
  const kind = documentKinds[reply.kind];
  const { accountName, settlements } = reply;
  const prepaid = reply.payment === 'prepaid';
  const paid = takesDeposit(kind) ? reply.depositTaken : reply.paidNow;
  return [
    has('deposit') && hasFigureToShow(reply.depositUsed)
      ? [t('editor.foot.deposit'), text(reply.depositUsed)]
      : null,
    prepaid
      ? [
          t('document.payment'),
          t('editor.cash.prepaid', {
            left: text(reply.payable === null ? null : toPlainDecimal(prepaidPart(reply))),
          }),
        ]
      : null,
    hasFigureToShow(reply.bonus) ? [bonusLabelOf(kind), text(reply.bonus)] : null,
    // A single account for only a part states its amount.
    ...(settlements.length >= (prepaid ? 1 : 2)
      ? settlements.map((part): PaperFact => [part.accountName, text(part.amount)])
      : [accountName === '' ? null : ([accountLabelOf(kind), accountName] as const)]),
    has('paidNow') && !has('change') ? [paidLabelOf(kind), text(paid)] : null,
    has('paidNow') ? inOwn(reply, paid, own) : null,
    takesDeposit(kind) &&
    hasFigureToShow(reply.depositTaken) &&
    reply.depositLeft !== reply.depositTaken
      ? [t('document.depositLeft'), text(reply.depositLeft)]
      : null,
  ];
}

/** Returns the cash handed over, or the debt left. */
function factsOfTillAndDebt(
  reply: DocumentReply,
  has: Has,
  text: PaperAmountFormatter,
): readonly (PaperFact | null)[] {
  const kind = documentKinds[reply.kind];
  const till = has('change') && reply.payment !== 'prepaid';
  const settled = has('debt') && hasFigureToShow(reply.settled);
  return [
    till ? [handedLabelOf(kind), text(reply.received)] : null,
    till && showsChange(kind, decimal(reply.changeGiven ?? '0'))
      ? [t('editor.cash.change'), text(reply.changeGiven)]
      : null,
    has('debt') ? [t('editor.foot.debt'), text(reply.debt)] : null,
    settled ? [t('document.settled'), text(reply.settled)] : null,
    settled ? [t('document.openDebt'), text(reply.openDebt)] : null,
  ];
}

/** Exchange difference between the rates of two days: in the company's currency, not the document's. */
const factOfExchangeDifference = (
  { kind, currency, exchangeDifference }: DocumentReply,
  own: SettingsReply,
): PaperFact | null =>
  isForeignCurrency(currency, own) && hasFigureToShow(exchangeDifference)
    ? [
        labelOfColumn({ id: kind }, 'exchangeDifference'),
        amountText(exchangeDifference, own.currency, own),
      ]
    : null;

/** Zero sums are omitted, except sums that readers expect. */
function PaperSums({ reply }: DocumentPaperProps) {
  const own = useSettings();
  const has: Has = (amount) => documentKinds[reply.kind].amounts.includes(amount);
  const text: PaperAmountFormatter = (value) => amountText(value, reply.currency, own);
  return (
    <div className="sum-table">
      {[
        ...[sumsToPay, factsOfPayment, factsOfTillAndDebt].flatMap((part) =>
          part(reply, has, text, own),
        ),
        factOfExchangeDifference(reply, own),
      ]
        .filter((row) => row !== null)
        .map(([label, value]) => (
          <div key={label} className="sum-row">
            <span>{label}</span>
            <span>{value}</span>
          </div>
        ))}
      {documentKinds[reply.kind].paymentFees.length > 0 && hasFigureToShow(reply.paymentFee) && (
        // The fee is no business of the partner.
        <div className="sum-row no-print">
          <span>{t('money.paymentFee')}</span>
          <span>{text(reply.paymentFee)}</span>
        </div>
      )}
    </div>
  );
}

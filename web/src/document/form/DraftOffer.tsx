import { Alert, Button, Space } from 'antd';
import { getNotices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { NamedDraft } from '../draft/localDraft.ts';
import type { KeptDrafts } from './useLocalDraft.ts';

interface DraftHeadWithPartner {
  readonly partnerName: string;
}

interface Props<Head extends DraftHeadWithPartner, Line> {
  readonly drafts: KeptDrafts<Head, Line>;
  /** Form already has content. */
  readonly dirty: boolean;
  /** Names a line; '' if empty. */
  readonly about: (line: Line) => string;
  /** Runs once the draft is in the form: the clicked button and its focus are gone. */
  readonly onTaken: () => void;
}

/** Goes on with a draft; asks first where something stands in the form already. */
async function resumeDraft<Head extends DraftHeadWithPartner, Line>(
  draft: NamedDraft<Head, Line>,
  { drafts, dirty, onTaken }: Props<Head, Line>,
): Promise<void> {
  const agreed =
    !dirty ||
    (await getNotices().modal.confirm({
      title: t('document.draft.take'),
      content: t('document.draft.takeAsk'),
      okText: t('document.draft.take'),
    }));
  if (!agreed) return;
  drafts.take(draft);
  onTaken();
}

/** Asks to confirm dropping the draft described by `said`. */
const askToDrop = (said: string) =>
  getNotices().modal.confirm({
    title: t('document.draft.drop'),
    content: said,
    okText: t('document.draft.drop'),
    okButtonProps: { danger: true },
    focusable: { autoFocusButton: 'cancel' },
  });

/** Describes a draft: time left, partner and first line. */
function describeDraft<Head extends DraftHeadWithPartner, Line>(
  { head, lines, at }: NamedDraft<Head, Line>,
  about: (line: Line) => string,
  timeZone: string,
): string {
  const names = lines.map(about).filter((name) => name !== '');
  return [
    timeText(new Date(at).toISOString(), timeZone),
    head.partnerName,
    names[0] ?? '',
    t('document.draft.lines', { lines: names.length }),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

type OneDraftProps<Head extends DraftHeadWithPartner, Line> = Props<Head, Line> & {
  readonly draft: NamedDraft<Head, Line>;
};

function OneDraft<Head extends DraftHeadWithPartner, Line>({
  draft,
  ...props
}: OneDraftProps<Head, Line>) {
  const { timeZone } = useSettings();
  const said = describeDraft(draft, props.about, timeZone);
  const drop = async (): Promise<void> => {
    if (await askToDrop(said)) props.drafts.discard(draft);
  };
  return (
    <li>
      <span>{said}</span>
      <Space>
        <Button size="small" onClick={() => void resumeDraft(draft, props)}>
          {t('document.draft.take')}
        </Button>
        <Button size="small" type="text" onClick={() => void drop()}>
          {t('document.draft.drop')}
        </Button>
      </Space>
    </li>
  );
}

/** Lists unsaved drafts of earlier visits by time and content, and restores each. */
export function DraftOffer<Head extends DraftHeadWithPartner, Line>(props: Props<Head, Line>) {
  const { offered } = props.drafts;
  if (offered.length === 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      className="draft-offer"
      title={
        <>
          <strong>{t('document.draft.offer', { count: offered.length })}</strong>
          <ul>
            {offered.map((draft) => (
              <OneDraft key={draft.id} {...props} draft={draft} />
            ))}
          </ul>
        </>
      }
    />
  );
}

import type { SessionUser } from '@tradehouse/contract';
import { Avatar } from 'antd';
import type { ReactNode } from 'react';
import { useFileUrl } from '../control/storedFiles.ts';

interface Props {
  readonly name: string;
  readonly size: number;
}

const Letter = ({ name, size }: Props): ReactNode => (
  <Avatar aria-hidden size={size}>
    {[...name][0]?.toUpperCase()}
  </Avatar>
);

function Face({ id, ...letter }: Props & { readonly id: string }): ReactNode {
  const url = useFileUrl(id, true);
  return url === null ? (
    <Letter {...letter} />
  ) : (
    <Avatar aria-hidden size={letter.size} src={url} />
  );
}

/** The picture of the signed-in user, or the first letter of their name. */
export function UserPicture({
  user,
  size = 32,
}: {
  readonly user: SessionUser;
  readonly size?: number;
}): ReactNode {
  const name = user.username || user.loginName;
  // A sign-in stored by an earlier version has no picture.
  const { pictureId = null } = user;
  return pictureId === null ? (
    <Letter name={name} size={size} />
  ) : (
    <Face id={pictureId} name={name} size={size} />
  );
}

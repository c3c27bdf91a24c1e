/** The property of a commit's drawer that holds the folder of the repository that it was read from. */
export const repositoryProperty = 'repository';

/** That folder with `/`, also at its end. */
export const repositoryRoot = (folder: string): string => `${folder.replaceAll('\\', '/').replace(/\/+$/, '')}/`;

/**
 * English function words, lower-cased: articles, pronouns, prepositions, conjunctions, auxiliaries, question words and
 * a few adverbs of degree. They stand in most drawers and say nothing of what a drawer is about, so they are not indexed.
 * Words with a second meaning that people search for stay out of the list: "may" (the month), "off", "out", "up", "down".
 */
export const stopWords: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'this', 'that', 'these', 'those', 'such', 'some', 'any', 'each', 'every', 'both', 'either', 'neither'],
  ...['i', 'me', 'my', 'mine', 'myself', 'we', 'us', 'our', 'ours', 'ourselves', 'you', 'your', 'yours', 'yourself', 'yourselves'],
  ...['he', 'him', 'his', 'himself', 'she', 'her', 'hers', 'herself', 'it', 'its', 'itself'],
  ...['they', 'them', 'their', 'theirs', 'themselves', 'one', 'ones', 'someone', 'something', 'anyone', 'anything'],
  ...['who', 'whom', 'whose', 'which', 'what', 'when', 'where', 'why', 'how', 'whether'],
  ...['am', 'is', 'are', 'was', 'were', 'be', 'been', 'being', 'do', 'does', 'did', 'doing', 'done', 'have', 'has', 'had', 'having'],
  ...['can', 'could', 'shall', 'should', 'will', 'would', 'might', 'must', 'ought'],
  ...['and', 'or', 'but', 'nor', 'so', 'yet', 'if', 'then', 'than', 'because', 'although', 'though', 'while', 'as', 'until', 'since', 'unless'],
  ...['of', 'to', 'in', 'on', 'at', 'by', 'for', 'from', 'with', 'without', 'within', 'into', 'onto', 'about', 'between', 'among'],
  ...['through', 'during', 'against', 'upon', 'per', 'via', 'toward', 'towards'],
  ...['not', 'no', 'there', 'here', 'also', 'too', 'very', 'just', 'only', 'own', 'same', 'other', 'more', 'most', 'much', 'many', 'few'],
  ...['again', 'ever', 'even', 'already', 'now', 'once'],
]);

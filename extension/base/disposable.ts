/** Something with a lifetime. Disposing twice does nothing. */
export interface Disposable {
  dispose(): void;
}

# leafmill in an image that was built, and held to its tests, by the two commands of the README.
#   docker build -t leafmill --build-arg LEAFMILL_COMMIT="$(git describe --always --dirty)" .
#   docker run --rm -v "$PWD:/data" leafmill extract /data/crawl/ -o /data/out/
FROM rust:1.95-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends python3 && rm -rf /var/lib/apt/lists/*
WORKDIR /leafmill
COPY . .
# The commit that shards are said to be made by; .git is not copied.
ARG LEAFMILL_COMMIT
RUN make evaluate
RUN make test

FROM debian:bookworm-slim
COPY --from=build /leafmill/target/release/leafmill /usr/local/bin/leafmill
ENTRYPOINT ["leafmill"]

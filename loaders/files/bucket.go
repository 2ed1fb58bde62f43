package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// signed is how long a request to a bucket may be on its way.
const signed = 15 * time.Minute

// bucketAddress returns what signs requests for the object that a URL names: s3://bucket/key at AWS
// or the server in AWS_ENDPOINT_URL, with the credentials that its own tools would use;
// gs://bucket/key at Google, with the HMAC key in GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY.
// Without credentials it returns the public address, unsigned. It sends no request.
func bucketAddress(name string, client *http.Client) (signer, error) {
	u, err := url.Parse(name)
	if err != nil {
		return nil, errors.New("no URL")
	}
	bucket, key := u.Host, strings.TrimPrefix(u.Path, "/")
	if bucket == "" || key == "" || u.User != nil {
		return nil, fmt.Errorf("names no object: %s://bucket/key", u.Scheme)
	}
	endpoint, o, err := bucketServer(u.Scheme)
	if err != nil {
		return nil, err
	}
	o.Transport = client.Transport
	server, err := minio.New(endpoint, o)
	if err != nil {
		return nil, err
	}
	v, _ := o.Creds.GetWithContext(nil) // finding none is not an error
	if v.AccessKeyID == "" {
		public := server.EndpointURL().JoinPath(bucket, key).String()
		return func(context.Context) (string, error) { return public, nil }, nil
	}
	return func(ctx context.Context) (string, error) {
		address, err := server.PresignedGetObject(ctx, bucket, key, signed, nil)
		if err != nil {
			return "", err
		}
		return address.String(), nil
	}, nil
}

// bucketServer returns the host of the server that has the buckets of a scheme, and how to ask it:
// credentials, region and whether by HTTPS. For s3 these come from the environment and the files of
// AWS's tools; it fails if one of these is a pipe or AWS_ENDPOINT_URL is not a URL.
func bucketServer(scheme string) (endpoint string, o *minio.Options, err error) {
	if scheme == "gs" {
		return "storage.googleapis.com", &minio.Options{Secure: true, Region: "auto", Creds: credentials.NewStaticV4(
			os.Getenv("GS_ACCESS_KEY_ID"), os.Getenv("GS_SECRET_ACCESS_KEY"), "")}, nil
	}
	home, _ := os.UserHomeDir()
	for variable, usual := range map[string]string{"AWS_CONFIG_FILE": "config", "AWS_SHARED_CREDENTIALS_FILE": "credentials"} {
		name := cmp.Or(os.Getenv(variable), filepath.Join(home, ".aws", usual))
		if _, err := fs.Stat(Disk{}, name); errors.Is(err, errPipe) && name != os.DevNull { // minio would wait for it
			return "", nil, err
		}
	}
	o = &minio.Options{
		Secure: true, Region: cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION")),
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{},
		}),
	}
	own := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	if own == "" {
		return "s3.amazonaws.com", o, nil
	}
	at, err := url.Parse(own)
	if err != nil || at.Host == "" {
		return "", nil, errors.New("AWS_ENDPOINT_URL is not a URL")
	}
	o.Secure, o.Region = at.Scheme == "https", cmp.Or(o.Region, "us-east-1")
	return at.Host, o, nil
}
